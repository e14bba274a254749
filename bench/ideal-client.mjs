// The ideal client: starts the server, opens everything at once, and stops at the last answer, which it knows beforehand.
// It cannot be used on real work (nobody knows the answers beforehand); it is the floor that lspcheck is measured against.
// The clock runs from the spawn of the server to the last answer, in a process that is already warm.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { realServers, root as repository } from '../scripts/setup.mjs';

const require = createRequire(import.meta.url);

/** Ways to ask. Several per server where it is not known which is the quickest: the best median is the ideal. */
export const idealClients = {
  'typescript, publishes': { server: 'typescript', ask: undefined },
  'typescript, sync requests': { server: 'typescript', ask: askTsserver },
  'pyright, pulls': { server: 'pyright', ask: askPull },
};

const servers = {
  typescript: {
    args: [join(repository, 'node_modules', 'typescript-language-server', 'lib', 'cli.mjs'), '--stdio'],
    initializationOptions: {
      disableAutomaticTypingAcquisition: true,
      tsserver: {
        path: join(realServers, 'node_modules', 'typescript', 'lib', 'tsserver.js'),
        useSyntaxServer: 'never',
      },
    },
    textDocument: { publishDiagnostics: { versionSupport: true } },
  },
  pyright: {
    args: [require.resolve('pyright/langserver.index.js', { paths: [realServers] }), '--stdio'],
    textDocument: { diagnostic: { dynamicRegistration: true }, publishDiagnostics: { versionSupport: true } },
  },
};

/**
 * One run. `known` (path → sorted lines of findings) is what ends it; without it the run is a calibration, which waits
 * until nothing has come for five seconds. Answers { ms, answers }.
 */
export async function runIdeal(clientName, workload, known) {
  const { server, ask } = idealClients[clientName];
  const definition = servers[server];
  const answers = new Map();
  const started = performance.now();
  const child = spawn(process.execPath, definition.args, {
    cwd: workload.root,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const reader = new StreamMessageReader(child.stdout);
  // Its timer is not cleared by dispose(), and would keep this process alive after the last run.
  reader.partialMessageTimeout = 0;
  const connection = createMessageConnection(reader, new StreamMessageWriter(child.stdin));
  try {
    const ended = new Promise((resolve, reject) => {
      child.once('exit', (code, signal) => reject(new Error(`${server} ended: ${code ?? signal}`)));
      let silence;
      const record = (path, items) => {
        answers.set(path, findings(items));
        if (known === undefined) {
          clearTimeout(silence);
          silence = setTimeout(() => resolve(performance.now() - started), 5000);
        } else if (equal(answers, known)) resolve(performance.now() - started);
      };
      answerRequests(connection);
      connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
        const path = workload.paths.find((name) => fileURLToPath(uri) === join(workload.root, name));
        if (path !== undefined && ask === undefined) record(path, diagnostics);
      });
      connection.listen();
      void open(connection, definition, workload).then(() => {
        if (ask === undefined) return;
        for (const path of workload.paths) {
          void ask(connection, join(workload.root, path)).then((items) => record(path, items));
        }
      });
    });
    return { ms: await ended, answers };
  } finally {
    connection.dispose();
    process.kill(-child.pid, 'SIGKILL');
  }
}

async function open(connection, definition, workload) {
  const rootUri = pathToFileURL(workload.root).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'work' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      window: { workDoneProgress: true },
      textDocument: definition.textDocument,
    },
    initializationOptions: definition.initializationOptions,
  });
  void connection.sendNotification('initialized', {});
  for (const path of workload.paths) {
    const file = join(workload.root, path);
    void connection.sendNotification('textDocument/didOpen', {
      textDocument: {
        uri: pathToFileURL(file).href,
        languageId: workload.languageId,
        version: 1,
        text: readFileSync(file, 'utf8'),
      },
    });
  }
}

function answerRequests(connection) {
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => ({})));
  connection.onRequest(() => null);
}

async function askPull(connection, file) {
  const report = await connection.sendRequest('textDocument/diagnostic', {
    textDocument: { uri: pathToFileURL(file).href },
  });
  return report.items;
}

async function askTsserver(connection, file) {
  const ask = (command) =>
    connection.sendRequest('workspace/executeCommand', {
      command: 'typescript.tsserverRequest',
      arguments: [command, { file, includeLinePosition: true }, {}],
    });
  const commands = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', 'suggestionDiagnosticsSync'];
  const responses = await Promise.all(commands.map(ask));
  return responses
    .flatMap((response) => response.body)
    .map((item) => ({
      severity: item.category === 'error' ? 1 : 4,
      message: item.message,
      range: { start: { line: item.startLocation.line - 1, character: item.startLocation.offset - 1 } },
    }));
}

/** What both clients must agree on: errors and warnings, `line:column`, 1-based. */
function findings(items) {
  return items
    .filter((item) => (item.severity ?? 1) <= 2)
    .map((item) => `${item.range.start.line + 1}:${item.range.start.character + 1}`)
    .sort();
}

export function equal(answers, known) {
  return [...known].every(([path, lines]) => answers.get(path)?.join() === lines.join());
}
