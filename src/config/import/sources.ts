// The files of four other tools, read by their own rules: cclsp (JSON), lsp-mcp (YAML), titah (JSON), supertool (JSON).
// Invariant: a key of theirs is carried over or named among what is lost; nothing is dropped in silence.

import * as z from 'zod';
import { assertNever, isNonEmpty, type JsonObject } from '../../model/base.js';
import type { ServerDefinition } from '../../model/server-definition.js';
import { splitShellWords } from '../shell-words.js';
import { withoutUndefined } from '../without-undefined.js';
import { freeName, type Imported, type ImportSource, leftOver, secondsAsDuration } from './imported.js';
import { type ForeignServer, nativeServer } from './known-server.js';

type Catalogue = readonly ServerDefinition[];

const words = z.array(z.string()).min(1);
const texts = z.record(z.string(), z.string());

/** Throws a ZodError where the file is not what the source writes. */
export function readSource(source: ImportSource, file: unknown, catalogue: Catalogue): Imported {
  switch (source) {
    case 'cclsp':
      return readCclsp(file, catalogue);
    case 'lsp-mcp':
      return readLspMcp(file, catalogue);
    case 'titah':
      return readTitah(file, catalogue);
    case 'supertool':
      return readSupertool(file);
    default:
      return assertNever(source);
  }
}

const cclsp = z.looseObject({
  servers: z.array(
    z.looseObject({
      extensions: z.array(z.string()),
      command: words,
      rootDir: z.string().optional(),
      initializationOptions: z.json().optional(),
    }),
  ),
});

function readCclsp(file: unknown, catalogue: Catalogue): Imported {
  const { servers, ...rest } = cclsp.parse(file);
  const found = servers.map((server, at) => {
    const where = `servers[${at}]`;
    const { extensions, command, rootDir, initializationOptions, ...other } = server;
    const root = repositoryFolder(rootDir);
    return {
      server: asForeign({
        name: undefined,
        command,
        files: extensions.map(extensionGlob),
        root,
        initializationOptions,
      }),
      lost: [
        ...leftOver(other, [], where),
        ...(rootDir !== undefined && root === undefined
          ? [
              `${where}: rootDir ${rootDir} is no folder of the repository; the root is found by markers instead`,
            ]
          : []),
      ],
    };
  });
  return gather(found, leftOver(rest, ['$schema'], 'the file'), catalogue);
}

const lspMcp = z.looseObject({
  servers: z.record(
    z.string(),
    z.looseObject({ command: words, initialization_options: z.json().optional(), env: texts.optional() }),
  ),
  file_handlers: z.record(z.string(), z.array(z.looseObject({ server: z.string() }))).optional(),
});

/** Its handlers go from glob to servers; here each server has its globs. */
function readLspMcp(file: unknown, catalogue: Catalogue): Imported {
  const { servers, file_handlers: handlers = {}, ...rest } = lspMcp.parse(file);
  const found = Object.entries(servers).map(([name, server]) => {
    const { command, initialization_options: initializationOptions, env, ...other } = server;
    const files = Object.entries(handlers).flatMap(([glob, list]) =>
      list.some((handler) => handler.server === name) ? [glob] : [],
    );
    return {
      server: asForeign({ name, command, files, initializationOptions, env }),
      lost: leftOver(other, [], `servers.${name}`),
    };
  });
  const strangers = Object.entries(handlers).flatMap(([glob, list]) =>
    list.flatMap(({ server, ...other }) => [
      ...(Object.hasOwn(servers, server) ? [] : [`file_handlers "${glob}": there is no server "${server}"`]),
      ...leftOver(other, [], `file_handlers "${glob}"`),
    ]),
  );
  return gather(found, [...strangers, ...leftOver(rest, [], 'the file')], catalogue);
}

const titahServer = z.looseObject({
  command: z.string(),
  args: z.array(z.string()).optional(),
  extensions: z.array(z.string()).optional(),
  env: texts.optional(),
});
const titah = z.looseObject({
  lsp: z.record(z.string(), titahServer).optional(),
  mcp: z.record(z.string(), titahServer).optional(),
});

function readTitah(file: unknown, catalogue: Catalogue): Imported {
  const { lsp = {}, mcp = {}, ...rest } = titah.parse(file);
  const found = Object.entries(lsp).map(([name, server]) => {
    const { command, args = [], extensions = [], env, ...other } = server;
    return {
      server: asForeign({ name, command: [command, ...args], files: extensions.map(extensionGlob), env }),
      lost: leftOver(other, [], `lsp.${name}`),
    };
  });
  // Its MCP servers give tools to an agent; which of them answers with diagnostics, if any, the file does not say.
  const tools = Object.keys(mcp).map(
    (name) => `mcp.${name}: which of its tools gives diagnostics is not said; add tools: { diag: … } by hand`,
  );
  return gather(found, [...tools, ...leftOver(rest, ['$schema'], 'the file')], catalogue);
}

const supertool = z.looseObject({
  mcp: z.record(
    z.string(),
    z.looseObject({
      cmd: z.union([z.string(), words]),
      match: z.string().optional(),
      env: texts.optional(),
      tools: texts.optional(),
      timeout: z.number().optional(),
      idle_timeout: z.number().optional(),
      infra_patterns: z.array(z.string()).optional(),
      stopOnNewFile: z.boolean().optional(),
    }),
  ),
});

const operations = ['diag', 'resolve', 'refs', 'hover', 'rename'];

function readSupertool(file: unknown): Imported {
  const { mcp, ...rest } = supertool.parse(file);
  const servers: Record<string, JsonObject> = {};
  const lost: string[] = leftOver(rest, ['presets', '$schema'], 'the file').slice();
  for (const [name, given] of Object.entries(mcp)) {
    const {
      cmd,
      match,
      env,
      tools = {},
      timeout,
      idle_timeout,
      infra_patterns,
      stopOnNewFile,
      ...other
    } = given;
    const where = `mcp.${name}`;
    const command = typeof cmd === 'string' ? wordsOf(cmd) : cmd;
    const known = Object.fromEntries(
      Object.entries(tools).filter(([operation]) => operations.includes(operation)),
    );
    lost.push(...leftOver(other, [], where), ...leftOver(tools, operations, `${where}.tools`));
    if (command.length === 0) lost.push(`${where}: its cmd is no command line`);
    else if (known['diag'] === undefined)
      lost.push(`${where}: without a diag tool there is nothing that it could judge files with`);
    else {
      servers[freeName(name, new Set(Object.keys(servers)))] = withoutUndefined({
        type: 'mcp',
        command,
        files: match === undefined ? ['*'] : [match],
        env,
        tools: known,
        requestTimeout: secondsAsDuration(timeout),
        idleTimeout: secondsAsDuration(idle_timeout),
        infraPatterns: infra_patterns,
        stopOnNewFile,
      }) as JsonObject; // made of JSON
    }
  }
  return { servers, lost };
}

interface Found {
  readonly server: ForeignServer | undefined;
  readonly lost: readonly string[];
}

function gather(found: readonly Found[], others: readonly string[], catalogue: Catalogue): Imported {
  const servers: Record<string, JsonObject> = {};
  const lost = [...found.flatMap((one) => one.lost), ...others];
  for (const { server } of found) {
    if (server === undefined) continue;
    const { name, entry } = nativeServer(server, catalogue);
    if (
      server.files.length === 0 &&
      entry['command'] !== undefined &&
      !catalogue.some((one) => one.name === name)
    ) {
      lost.push(`${name}: no file is for it, so it would never run`);
      continue;
    }
    const free = freeName(name, new Set(Object.keys(servers)));
    // A second server of a catalogue entry stands alone: then its name means nothing there.
    servers[free] =
      free === name ? entry : { command: [...server.command], files: [...server.files], ...entry };
  }
  return { servers, lost };
}

function asForeign(given: Omit<ForeignServer, 'command'> & { readonly command: readonly string[] }) {
  return isNonEmpty(given.command) ? { ...given, command: given.command } : undefined;
}

/** `ts`, `.ts` and `*.ts` are one. */
function extensionGlob(extension: string): string {
  return `*.${extension.replace(/^\*?\.?/, '')}`;
}

/** Undefined for one that is absolute or leaves the repository. */
function repositoryFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const clean = folder.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '') || '.';
  const leaves = /^([/\\~]|[A-Za-z]:)/.test(clean) || clean.split(/[/\\]/).includes('..');
  return leaves ? undefined : clean;
}

function wordsOf(line: string): readonly string[] {
  const split = splitShellWords(line);
  return split.kind === 'broken' ? [] : split.words;
}
