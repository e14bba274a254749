// Which imported Python modules belong to packages that the project names and that no environment in sight has.
// A module and its package often differ in name (yaml is PyYAML): the well-known ones are listed. Manifests are read for names
// only, and roughly; no Python is run.

import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { Environment } from '../platform/environment.js';
import { absoluteOf } from '../platform/paths.js';
import { findProgram, searchPath } from './executables.js';
import type { JudgedFolders } from './folders.js';
import { memoize } from './memoize.js';
import { foldersUpward, type ImportedName } from './npm-packages.js';

/** Those of the modules that are missing. */
export async function missingPythonPackages(
  root: AbsPath,
  folders: JudgedFolders,
  imported: readonly ImportedName[],
  env: Environment,
): Promise<ReadonlySet<string>> {
  const declared = memoize((folder: RepoPath) => declaredIn(absoluteOf(root, folder), folders.names(folder)));
  const installed = await installedModules(env);
  const missing = new Set<string>();
  for (const { folder, name } of imported) {
    const top = name.split('.')[0] ?? '';
    if (top === '' || installed.has(top) || missing.has(name)) continue;
    const known = await Promise.all(foldersUpward(folder).map(declared));
    if (packagesBehind(name).some((candidate) => known.some((names) => names.has(candidate))))
      missing.add(name);
  }
  return missing;
}

/** Normalised names (PEP 503) of the packages that may bring a module. Empty for a relative one. */
export function packagesBehind(module: string): readonly string[] {
  if (module.startsWith('.')) return [];
  const parts = module.split('.');
  // Namespaces: google.cloud.storage comes with google-cloud-storage.
  const joined = parts.map((_, index) => parts.slice(0, index + 1).join('-'));
  return [...joined, ...(otherNames[parts[0] ?? ''] ?? [])].map(normalised);
}

/** Modules whose package has another name. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  attr: ['attrs'],
  bs4: ['beautifulsoup4'],
  Crypto: ['pycryptodome'],
  cv2: ['opencv-python', 'opencv-python-headless'],
  dateutil: ['python-dateutil'],
  django_filters: ['django-filter'],
  docx: ['python-docx'],
  dotenv: ['python-dotenv'],
  fitz: ['pymupdf'],
  git: ['gitpython'],
  google: ['protobuf'],
  jose: ['python-jose'],
  jwt: ['pyjwt'],
  magic: ['python-magic'],
  MySQLdb: ['mysqlclient'],
  OpenSSL: ['pyopenssl'],
  PIL: ['pillow'],
  pkg_resources: ['setuptools'],
  psycopg2: ['psycopg2-binary'],
  rest_framework: ['djangorestframework'],
  serial: ['pyserial'],
  skimage: ['scikit-image'],
  sklearn: ['scikit-learn'],
  slugify: ['python-slugify'],
  yaml: ['pyyaml'],
  zmq: ['pyzmq'],
};

const manifest =
  /^(?:requirements.*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml)$/;

async function declaredIn(
  folder: AbsPath,
  entries: Promise<ReadonlySet<string>>,
): Promise<ReadonlySet<string>> {
  const files = [...(await entries)].filter((name) => manifest.test(name));
  const lists = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${folder}/${file}`, 'utf8').catch(() => '');
      return requirementNames(file, text);
    }),
  );
  return new Set(lists.flat());
}

/** Normalised names of what a manifest asks for. May name a word too many, never one that is not in the text. */
export function requirementNames(file: string, text: string): readonly string[] {
  const name = '([A-Za-z0-9][A-Za-z0-9._-]*)';
  const forms = /\.(?:txt|in|ya?ml)$/.test(file)
    ? [new RegExp(`^[ \\t]*(?:-[ \\t]+)?["']?${name}`, 'gm')]
    : // A quoted requirement, a key of a table, a line of a list in setup.cfg.
      [
        new RegExp(`["']${name}(?:\\[[^\\]]*\\])?[ \\t]*(?:[<>=!~;@][^"']*)?["']`, 'g'),
        new RegExp(`^${name}[ \\t]*=`, 'gm'),
        new RegExp(`^[ \\t]+${name}[ \\t]*(?:[<>=!~;\\[].*)?$`, 'gm'),
      ];
  return forms.flatMap((form) => [...text.matchAll(form)].map((match) => normalised(match[1] ?? '')));
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Top-level modules of the active environment and of the Python on PATH: those that a server would look into. */
async function installedModules(env: Environment): Promise<ReadonlySet<string>> {
  const python = await findProgram('python3', searchPath(env));
  const binary =
    python.kind === 'found' ? await realpath(python.program).catch(() => python.program) : undefined;
  const prefixes = [env['VIRTUAL_ENV'], env['CONDA_PREFIX'], binary && dirname(dirname(binary))];
  const libraries = await Promise.all(prefixes.flatMap((prefix) => prefix ?? []).map(libraryFolders));
  const entries = await Promise.all(libraries.flat().map(namesIn));
  return new Set(entries.flat().map((entry) => entry.replace(/\.(?:pyi?|so|pyd|.*\.so)$/, '')));
}

async function libraryFolders(prefix: string): Promise<readonly string[]> {
  const versions = (await namesIn(`${prefix}/lib`)).filter((name) => /^python3/.test(name));
  return versions.flatMap((version) =>
    ['site-packages', 'dist-packages'].map((name) => `${prefix}/lib/${version}/${name}`),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
