// Builds dist/: two entries (the program and the API) that share split chunks, libraries bundled, and the notices of what
// is bundled. Splitting is what makes start-up cheap: a single file is parsed whole (docs/decisions/0001-bundle.md).

import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { noticesOf } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Builds in memory, then writes what differs, the entries last: a program that is running keeps its chunks until then.
 * @returns {Promise<import('esbuild').Metafile>} with paths relative to the package.
 */
export async function build() {
  const { outputFiles, metafile } = await esbuild({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Some libraries' `main` is a form that bundlers cannot follow (jsonc-parser: UMD).
    mainFields: ['module', 'main'],
    target: 'node20.19',
    // Names stay, so that a bug's stack can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
    // CommonJS libraries inside an ES module need a `require` for Node's own modules.
    banner: {
      js: "import{createRequire as lspcheckRequire}from'node:module';const require=lspcheckRequire(import.meta.url);",
    },
  });
  const entries = new Set([join(root, 'dist/cli.js'), join(root, 'dist/index.js')]);
  const ordered = [...outputFiles].sort((a, b) => Number(entries.has(a.path)) - Number(entries.has(b.path)));
  for (const file of ordered) await writeIfChanged(file.path, file.contents);
  await chmod(join(root, 'dist/cli.js'), 0o755);
  await removeStale(new Set(outputFiles.map((file) => file.path)));
  await writeIfChanged(join(root, 'THIRD-PARTY-NOTICES.md'), Buffer.from(await noticesOf(metafile, root)));
  return metafile;
}

/** @param {string} path @param {Uint8Array} contents */
async function writeIfChanged(path, contents) {
  const existing = await readFile(path).catch(() => undefined);
  if (existing !== undefined && Buffer.compare(existing, contents) === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.tmp`;
  await writeFile(beside, contents);
  await rename(beside, path);
}

/** @param {ReadonlySet<string>} wanted */
async function removeStale(wanted) {
  for (const folder of [join(root, 'dist'), join(root, 'dist/chunks')]) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (name.endsWith('.js') && !wanted.has(join(folder, name)))
        await rm(join(folder, name), { force: true });
    }
  }
}

if (process.argv[1] !== undefined && basename(process.argv[1]) === 'build.mjs') {
  const metafile = await build();
  await writeIfChanged(join(root, '.tmp/metafile.json'), Buffer.from(JSON.stringify(metafile)));
  const { outputs } = metafile;
  const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.log(`dist: ${Object.keys(outputs).length} files, ${Math.round(bytes / 1024)} KiB`);
}
