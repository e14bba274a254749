// gopls against `gopls check`, on packages of Go's own library, copied into a module.

import { existsSync } from 'node:fs';
import { needed, needTools } from '../need.js';
import { readCorpus } from './corpus.js';
import { goMistakes, goSyntaxErrors } from './go-mistakes.js';
import { describeParity, runTool } from './parity.js';
import { placeOfUtf8 } from './positions.js';

const library = '/usr/lib/go/src';

/** Packages that need nothing internal. Not what is no part of a build: tests and generators. */
const corpus = () =>
  readCorpus(
    library,
    [
      'container/*/*.go',
      '{encoding/csv,encoding/xml,go/ast,go/scanner,index/suffixarray,regexp/syntax,text/tabwriter,text/template/parse}/*.go',
      '{compress/flate,compress/lzw,html,image,image/color,image/png,archive/tar}/*.go',
      '!**/*_test.go',
      '!**/{gen,fuzz,make_*,*_unix,stat_*}.go',
    ],
    'go',
  );

/** `/repo/html/escape.go:3:7-12: undeclared name: x`; without an end where the place is a point. */
const line = /^(?<file>[^:]+):(?<line>\d+):(?<column>\d+)(?:-[\d:]+)?: (?<message>.*)$/;

describeParity({
  engine: 'gopls check',
  server: 'gopls',
  needs: (context) => {
    needTools(context, ['gopls', 'go'], 'apt-get install gopls golang-go');
    needed(context, existsSync(library) ? undefined : `no ${library} (apt-get install golang-go)`);
  },
  tools: ['gopls', 'go'],
  corpus,
  ofMachine: true,
  beside: () => ({ 'go.mod': 'module example.test/go\n\ngo 1.19\n' }),
  mistakes: [...goMistakes, ...goSyntaxErrors],
  version: async (workspace) => (await runTool(workspace, 'go', ['version'], [0])).stdout.split(' ')[2] ?? '',
  args: ['--min-severity', 'hint'],
  cli: async (workspace, paths) => {
    const { stdout } = await runTool(workspace, 'gopls', ['check', ...paths], [0]);
    return stdout.split('\n').flatMap((text) => {
      const groups = line.exec(text)?.groups;
      if (groups === undefined) return [];
      const path = (groups['file'] ?? '').replace(`${workspace.root}/`, '');
      const message = groups['message'] ?? '';
      const place = placeOfUtf8(workspace, path, Number(groups['line']), Number(groups['column']));
      return [{ path, ...place, severity: 'error' as const, code: message, message }];
    });
  },
  // It gives neither code nor severity.
  asCli: (finding) => ({ ...finding, severity: 'error', code: finding.message.split('\n')[0] ?? '' }),
  known: [
    {
      side: 'extra',
      cause:
        'a name that is declared twice: gopls words it for a client that can show the other places, once',
      count: 2,
      holds: ({ finding }) => finding.message.endsWith('redeclared in this block (see details)'),
    },
    {
      side: 'missed',
      cause: 'the same: its command line, which cannot show them, once for each of the other places',
      count: 4,
      holds: ({ finding }) => / redeclared in this block \(this error: /.test(finding.message),
    },
  ],
});
