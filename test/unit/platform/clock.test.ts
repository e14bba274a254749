import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/platform/clock.js';

test('a turn ends after what waited to be read was read, though a timer was due before it', async () => {
  const echo = spawn('/bin/cat', { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const heard: string[] = [];
    echo.stdout.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
    echo.stdin.write('first\n');
    await once(echo.stdout, 'data');
    const due = systemClock.sleep(20);
    echo.stdin.write('second\n');
    // Kept from running until the echo is there and the timer long due.
    for (const until = systemClock.now() + 150; systemClock.now() < until; );
    await due;
    await systemClock.turn();
    expect(heard.join('')).toBe('first\nsecond\n');
  } finally {
    echo.kill();
  }
});
