// The text of a new lspcheck.yml: the schema line for editors, the servers, and as comments those that are not here yet.

import { Document, visit } from 'yaml';
import type { JsonObject } from '../model/base.js';

export interface ConfigText {
  /** In order; an empty entry means: as the catalogue has it. */
  readonly servers: Readonly<Record<string, JsonObject>>;
  /** Servers that would be of use, each with the command that installs it. */
  readonly missing: readonly { readonly name: string; readonly install: string }[];
  /** Said at the top, a line each. */
  readonly remarks: readonly string[];
}

const schemaLine = '# yaml-language-server: $schema=./node_modules/lspcheck/schema/config.schema.json';

export function configText({ servers, missing, remarks }: ConfigText): string {
  const listed = Object.entries(servers);
  const lines = [
    schemaLine,
    ...remarks.map((remark) => `# ${oneLine(remark)}`),
    listed.length === 0 ? '# servers:' : 'servers:',
    ...listed.flatMap(([name, entry]) => entryLines(name, entry)),
    ...missing.map(
      ({ name, install }) => `  # ${name}: {}${install === '' ? '' : `  # ${oneLine(install)}`}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function entryLines(name: string, entry: JsonObject): readonly string[] {
  const document = new Document({ [name]: entry }, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_, list) => {
      list.flow = true;
    },
  });
  return document
    .toString({ lineWidth: 110 })
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
}

/** A comment ends with its line. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029\u0085]+/g, ' ');
}
