// The notices of the libraries inside dist/, from the bundler's own list of what it took in: name, version, licence, text.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fails when a bundled package has no licence text: then it must not be shipped.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} root
 */
export async function noticesOf(metafile, root) {
  const bundled = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = [...new Set(bundled.flatMap((path) => packageFolderOf(path) ?? []))].sort();
  const sections = await Promise.all(folders.map((folder) => sectionOf(join(root, folder))));
  return [
    '# Third-party notices',
    '',
    'lspcheck contains these packages. This file is written by `npm run build`.',
    '',
    ...sections,
  ].join('\n');
}

/** @param {string} path */
function packageFolderOf(path) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/** @param {string} folder */
async function sectionOf(folder) {
  const { name, version, license, homepage } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying)/i.test(file)).sort();
  const [file] = files;
  if (file === undefined)
    throw new Error(`${name} ${version} has no licence file, so it must not be bundled`);
  const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
  return [
    `## ${name} ${version}`,
    '',
    `Licence: ${license}${homepage === undefined ? '' : `. ${homepage}`}`,
    '',
    '```text',
    text,
    '```',
    '',
  ].join('\n');
}
