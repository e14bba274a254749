// The JSON Schema of the config file, made from the zod schema, with a sentence per key for editors.
// `scripts/build-schema.ts` writes it to `schema/`; a test asserts that the written file is current.

import * as z from 'zod';
import { configSchema } from './schema.js';

/** What is used of a JSON Schema node, to add notes and to find the keys allowed at a path. */
export interface SchemaNode {
  title?: string;
  description?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | SchemaNode[];
  anyOf?: SchemaNode[];
}

/** Draft 7: the newest that YAML and JSON editors read alike. */
export function configJsonSchema(): SchemaNode {
  // The library's type has every draft's keywords; only those of SchemaNode are touched here.
  const schema = z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' }) as SchemaNode;
  for (const [path, note] of Object.entries(notes)) {
    const node = schemaAt(schema, path === '' ? [] : path.split('.'));
    if (node === undefined) throw new Error(`a note for a key that does not exist: ${path}`);
    node.description = note;
  }
  return { ...schema, title: 'lspcheck configuration' };
}

/** The published file's text. */
export function configSchemaText(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

/** The keys allowed in the map at `path`; empty where any key is. */
export function allowedKeys(schema: SchemaNode, path: readonly PropertyKey[]): readonly string[] {
  const node = schemaAt(schema, path);
  return Object.keys(node?.properties ?? mapOf(node)?.properties ?? {});
}

function schemaAt(schema: SchemaNode, path: readonly PropertyKey[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema;
  for (const step of path) {
    if (node === undefined) return undefined;
    node = childOf(node, String(step));
  }
  return node;
}

function childOf(node: SchemaNode, step: string): SchemaNode | undefined {
  if (node.properties && Object.hasOwn(node.properties, step)) return node.properties[step];
  if (typeof node.additionalProperties === 'object') return node.additionalProperties;
  if (node.items !== undefined && !Array.isArray(node.items)) return node.items;
  return node.anyOf?.map((option) => childOf(option, step)).find((child) => child !== undefined);
}

function mapOf(node: SchemaNode | undefined): SchemaNode | undefined {
  return node?.anyOf?.find((option) => option.properties !== undefined);
}

const notes: Readonly<Record<string, string>> = {
  requires: 'Version of lspcheck: ">=1.2", "^1.2", "~1.2" or "1.2.3".',
  servers:
    'Servers by name: entries of the catalogue ("lspcheck servers"), or your own. Replaces zero config.',
  'servers.*': 'A server. A key overrides that key of a catalogue entry; the rest of the entry stays.',
  'servers.*.type': 'lsp (default), or mcp: an MCP server as a source of diagnostics.',
  'servers.*.command': 'Words of the command, or one line split as a shell would. No shell runs.',
  'servers.*.files': 'Globs: without a slash they match the base name, with one the repository path.',
  'servers.*.interpreters':
    'Scripts without an extension are its files too when their first line names one of these (sh, bash).',
  'servers.*.languageId': 'Language id, or a map by extension (".myx"), file name or glob.',
  'servers.*.rootMarkers': 'Names or globs; the nearest folder upward that has one is the root.',
  'servers.*.root': 'A fixed root folder, for the files below it.',
  'servers.*.env': 'Variables for the server, over the environment.',
  'servers.*.initializationOptions': "Merged over the entry's.",
  'servers.*.settings': "Answers workspace/configuration by section; merged over the entry's.",
  'servers.*.completion': 'How diagnostics are known to be complete. An entry knows better than auto.',
  'servers.*.overlay': 'What text sent by didOpen reaches: everything, the file itself, nothing.',
  'servers.*.quietPeriod': 'Silence after the last publish, such as 300ms.',
  'servers.*.startTimeout': 'Longest wait for the answer to initialize, such as 60s.',
  'servers.*.requestTimeout': 'Longest wait for an answer, such as 15s.',
  'servers.*.idleTimeout': 'In the daemon and mcp: unused for so long, the server ends.',
  'servers.*.maxOpenDocuments': 'Documents open at once (default 200).',
  'servers.*.role': 'advisory: its unknown files do not make the run incomplete.',
  'servers.*.infraPatterns': 'Messages that say "could not be analysed", added to the built-in ones.',
  'servers.*.stopOnNewFile': 'In the daemon and mcp: stop the server when a file is added.',
  'servers.*.tools': 'type mcp: operation to tool name.',
  'servers.*.match': 'type mcp: regular expression with named groups, where a tool answers in text.',
  rules: 'server/code to off, hint, info, warning or error; code may be *.',
  overrides: 'Other rules for some files; of several that match, the last wins.',
  'overrides.*.servers': 'Only these servers judge the files.',
  'check.failOn': 'Findings of this severity, or graver, fail the run (default error).',
  'check.onUnknown': 'Whether files without a verdict fail the run (default fail).',
  'check.only': 'Which findings count (default all).',
  'check.affected': 'Whether unchanged files that depend on changed ones are judged as well (default false).',
  'check.deadline': 'Wall time for the whole run (default 2m; none).',
  'check.ignore': 'Globs of files that are not judged.',
  'check.maxFileSize': 'Larger files are unknown (default 10MB).',
  'daemon.mode': 'auto uses a running daemon, on starts one.',
  'daemon.idleTimeout': 'The daemon ends when unused for so long (default 10m).',
  'mcp.edits': 'Whether tools may edit files; ask refuses unless the client confirms.',
  'mcp.callDeadline': 'Longest time for a tool call (default 30s).',
};
