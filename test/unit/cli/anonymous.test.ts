import { expect, test } from 'vitest';
import { anonymousFor } from '../../../src/cli/anonymous.js';

const { said, ours } = anonymousFor('/home/me/work', {
  HOME: '/home/me',
  TOKEN: 'abcdefgh-secret',
  SHORT: 'go',
  FOLDER: '/home/me/work/deep/er',
  LONGER: 'abcdefgh-secret-and-more',
});

test.each([
  ['in /home/me/work/src/a.ts', 'in ./src/a.ts'],
  ['in /home/me/.cargo/bin/x', 'in ~/.cargo/bin/x'],
  ["url: 'file:///usr/lib/node/x.js'", "url: '…/x.js'"],
  ['at (/usr/lib/node/x.js:1:2)', 'at (…/x.js:1:2)'],
  ['see https://go.dev/dl/x', 'see https://go.dev/dl/x'],
  ['export PATH="$PATH:$HOME/go/bin"', 'export PATH="$PATH:$HOME/go/bin"'],
  ['node_modules/.bin/x and a/b', 'node_modules/.bin/x and a/b'],
  ['24/7, and/or', '24/7, and/or'],
])('%s', (text, expected) => {
  expect(ours(text)).toBe(expected);
});

test('what a server said loses values of the environment too, the longest first; short words stay', () => {
  expect(said('abcdefgh-secret-and-more, abcdefgh-secret, go')).toBe('$LONGER, $TOKEN, go');
  expect(ours('abcdefgh-secret')).toBe('abcdefgh-secret');
});
