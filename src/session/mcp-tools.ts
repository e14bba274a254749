// A tool's description compared with what is asked of it: is it there, and by which argument does it take a file. Pure.

import type { AbsPath, DocumentUri, JsonObject } from '../model/base.js';
import type { McpTools } from '../model/server-definition.js';
import { field } from './document-text.js';

interface Tool {
  readonly name: string;
  readonly inputSchema: object;
}

/** Names under which tools take a path; the first that a tool has is used. */
const pathArguments = ['file_path', 'filePath', 'path', 'file', 'filename', 'fileName', 'relative_path'];
const uriArguments = ['uri', 'file_uri', 'fileUri'];

/** The arguments that name the file; undefined when the tool takes none. A tool that describes nothing gets `file_path`. */
export function fileArgument(tool: Tool, file: AbsPath, uri: DocumentUri): JsonObject | undefined {
  const properties = field(tool.inputSchema, 'properties');
  const known = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  if (known.length === 0) return { file_path: file };
  const byPath = pathArguments.find((name) => known.includes(name));
  if (byPath !== undefined) return { [byPath]: file };
  const byUri = uriArguments.find((name) => known.includes(name));
  return byUri === undefined ? undefined : { [byUri]: uri };
}

/** What is wrong with the configured names, as a clause for people; undefined when every one is a tool of the server's. */
export function wrongTool({ tools }: McpTools, offered: readonly Tool[]): string | undefined {
  const names = offered.map(({ name }) => name);
  const known = names.length === 0 ? 'none' : names.slice(0, mostNames).join(', ');
  for (const [operation, name] of Object.entries(tools))
    if (!names.includes(name)) return `has no tool ${JSON.stringify(name)} for ${operation}; it has ${known}`;
  const diag = offered.find(({ name }) => name === tools['diag']);
  if (diag === undefined || fileArgument(diag, '/' as AbsPath, 'file:///' as DocumentUri) !== undefined)
    return undefined;
  const wanted = 'none of its arguments is called file_path, path, file or uri';
  return `has a tool ${JSON.stringify(diag.name)} that takes no file: ${wanted}`;
}

const mostNames = 20;
