import { describe, expect, test } from 'vitest';
import { type CommandName, commandOf, commands, flagFor } from '../../../src/cli/commands.js';
import { helpText } from '../../../src/cli/help.js';

const names = Object.keys(commands) as CommandName[];
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('help', () => {
  test('every line fits 80 columns of plain ASCII', () => {
    for (const command of [undefined, ...names]) {
      for (const long of [false, true]) {
        for (const line of linesOf(helpText(command, long))) expect(line).toMatch(/^[ -~]{0,80}$/);
      }
    }
  });

  test('the short help fits one screen', () => {
    expect(linesOf(helpText(undefined, false)).length).toBeLessThanOrEqual(45);
    for (const command of names) expect(linesOf(helpText(command, false)).length).toBeLessThanOrEqual(40);
  });

  test('the short help names every command, three examples and seven lines of exit codes', () => {
    const text = helpText(undefined, false);
    for (const name of names) expect(text).toContain(`\n  ${commandOf(name).usage.replace('lspcheck ', '')}`);
    expect(text.match(/^ {2}lspcheck /gm)).toHaveLength(3);
    expect(text.match(/^ {2}\d+(, \d+)? {2}/gm)).toHaveLength(7);
  });

  test.each(names)('the long help of %s names every flag with its default, choices and variable', (name) => {
    const text = helpText(name, true).replace(/\s+/g, ' ');
    for (const flag of commandOf(name).flags) {
      const { default: byDefault, variable, choices } = flagFor(flag, name);
      expect(text).toContain(` --${flag}`);
      if (byDefault !== undefined) expect(text).toContain(`Default: ${byDefault}.`);
      if (variable !== undefined) expect(text).toContain(`Variable: ${variable}.`);
      if (choices !== undefined) expect(text).toContain(`One of ${choices.join(', ')}.`);
    }
  });
});
