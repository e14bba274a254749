import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../src/cli/parse.js';
import { explainUsage } from '../../../src/cli/usage.js';
import { formatNames } from '../../../src/report/registry.js';

/** The sentence and the hint for a line that must be refused. */
function explain(...argv: readonly string[]): readonly [string, string | undefined] {
  const parsed = parseCommandLine(argv);
  if (parsed.kind !== 'problem') throw new Error(`taken for right: ${argv.join(' ')}`);
  const error = explainUsage(argv, import.meta.dirname, parsed.detail);
  expect(error.kind).toBe('usage');
  return [error.message, error.hint];
}

const formats = formatNames.join(', ');
const levels = 'error, warning, info, hint, never';
const duration = 'write a number above zero with ms, s or m: 300ms, 15s, 2m';

describe('a wrong command line is one sentence and what to write instead', () => {
  test.each<[readonly string[], string, string]>([
    [['changed', '--stagd'], 'unknown flag --stagd', 'did you mean --staged?'],
    [['--stagd'], 'unknown flag --stagd', 'did you mean --staged?'],
    [['changed', '--fail', 'error'], 'unknown flag --fail', '`lspcheck changed -h` lists the flags'],
    [['changed', '--timing'], 'unknown flag --timing', 'did you mean --timings?'],
    [['changed', '--zzz'], 'unknown flag --zzz', '`lspcheck changed -h` lists the flags'],
    [['changed', '-qx'], 'unknown flag -x', '`lspcheck changed -h` lists the flags'],
    [['-fjson', '--foo'], 'unknown flag --foo', '`lspcheck -h` lists the flags'],
    [['changed', '--no-quiet'], 'unknown flag --no-quiet', '`lspcheck changed -h` lists the flags'],
    [['changed', '--toString'], 'unknown flag --toString', '`lspcheck changed -h` lists the flags'],
    [['chaged'], 'unknown command chaged', 'did you mean `lspcheck changed`?'],
    [['frobnicate'], 'unknown command frobnicate', '`lspcheck -h` lists the commands'],
    [['help', 'changed'], 'unknown command help', '`lspcheck -h` shows what there is'],
    [['src/a.ts'], 'unknown command src/a.ts', 'did you mean `lspcheck files src/a.ts`?'],
    [
      ['usage.test.ts', 'b c'],
      'unknown command usage.test.ts',
      "did you mean `lspcheck files usage.test.ts 'b c'`?",
    ],
    [['--staged'], 'no command', 'did you mean `lspcheck changed --staged`?'],
    [
      ['changed', '--fail-on', 'eror'],
      '"eror" is no value of --fail-on',
      `did you mean "error"? (${levels})`,
    ],
    [['changed', '--fail-on=zzz'], '"zzz" is no value of --fail-on', `allowed: ${levels}`],
    [['changed', '-f', 'jsn'], '"jsn" is no value of --format', `did you mean "json"? (${formats})`],
    [['changed', '-f'], '--format needs a value', `one of ${formats}`],
    [
      ['changed', '--output', '--staged'],
      '--output needs a value',
      'write --output FILE; `lspcheck changed -h` says more',
    ],
    [['changed', '--deadline', '0s'], '"0s" is no duration for --deadline', `${duration}, or none`],
    [['changed', '--deadline', '-5s'], '"-5s" is no duration for --deadline', `${duration}, or none`],
    [['changed', '--request-timeout', 'soon'], '"soon" is no duration for --request-timeout', duration],
    [['changed', '--jobs', '0'], '"0" is no count for --jobs', 'write a whole number from 1 to 9999'],
    [
      ['changed', '--staged', '--base', 'main'],
      '--staged and --base exclude each other',
      'a run has one scope',
    ],
    [['changed', '--base=a', '--base', 'b'], '--base is given twice', 'a run has one scope'],
    [
      ['changed', '--from', 'a', '--to', 'b', '--pre-push'],
      '--from and --pre-push exclude each other',
      'a run has one scope',
    ],
    [
      ['changed', '--from', 'a'],
      '--from needs --to',
      'write --from A --to B; what A branched from: --base A',
    ],
    [['changed', '--to', 'b'], '--to needs --from', 'write --from A --to B; what A branched from: --base A'],
    [['changed', '--from', 'a', '--to', 'b', '--to=c'], '--to is given twice', 'a run has one scope'],
    [['changed', '--from=a', '--from', 'b', '--to', 'c'], '--from is given twice', 'a run has one scope'],
    [
      ['changed', '--from', 'a', '--to=-x'],
      '"-x" is no value of --to',
      'it begins with a dash, so git would take it for an option',
    ],
    [['changed', '--base', ''], '--base is empty', 'write --base REF'],
    [
      ['changed', '--base=-x'],
      '"-x" is no value of --base',
      'it begins with a dash, so git would take it for an option',
    ],
    [['changed', '--stdin'], '--stdin is no flag of `lspcheck changed`', 'it belongs to `lspcheck files`'],
    [['files'], 'no file named', 'name files or globs, or send names with --stdin'],
    [['files', 'a', '--stdin'], 'files are named both as arguments and by --stdin', 'use one of the two'],
    [['files', ''], 'an argument is empty', 'perhaps a variable that is not set'],
    [['all', 'src'], '`lspcheck all` does not take src', 'did you mean `lspcheck files src`?'],
    [['all', '--', '-x'], '`lspcheck all` does not take -x', 'did you mean `lspcheck files -- -x`?'],
    [['schema', 'confg'], 'there is no schema confg', 'did you mean "config"? (config, report)'],
    [
      ['schema', 'config', 'x'],
      '`lspcheck schema` does not take x',
      'usage: lspcheck schema [config|report]',
    ],
    [['all', '--report', 'jsn=x'], '"jsn" is no format', `did you mean "json"? (${formats})`],
    [
      ['all', '--report', 'json'],
      '"json" is no report',
      'write --report FMT=FILE, as in --report json=lspcheck.json',
    ],
    [
      ['all', '--quiet=false'],
      "option '-q, --quiet' does not take an argument",
      '`lspcheck --help` shows what can be written',
    ],
  ])('%j', (argv, message, hint) => {
    expect(explain(...argv)).toEqual([message, hint]);
  });
});
