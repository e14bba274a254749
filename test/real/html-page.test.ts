// The HTML report in a real Chromium: nothing is fetched, nothing hostile acts, the numbers are those of the JSON report,
// filters and keys work, and axe finds nothing to object to, in light and dark and on a phone.
// LSPCHECK_SCREENSHOTS=DIR keeps a picture of each page that is looked at.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeRun } from '../../src/model/run-report.js';
import type { Timeline } from '../../src/model/timeline.js';
import { htmlReport } from '../../src/report/html.js';
import { type State, states } from '../golden/states.js';
import { reportContext } from '../support/report-context.js';
import { diagnostic, findingsCell, judged, range, repoPath, runOf } from '../support/run-builder.js';
import { needTools } from './need.js';
import { findTool } from './workspace.js';

const packages = join(import.meta.dirname, 'reports', 'node_modules');
const require = createRequire(join(packages, 'here.js'));

/** As little of playwright-core as is used here: its types are not there before its package is. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<T>(code: string): Promise<T>;
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  screenshot(options: { readonly path: string; readonly fullPage?: boolean }): Promise<unknown>;
  on(event: string, listener: (what: Shown) => void): void;
  close(): Promise<void>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}
type Shown = { url?: () => string; text?: () => string; message?: string };
interface Browser {
  newPage(options: {
    readonly viewport: { readonly width: number; readonly height: number };
    readonly colorScheme?: 'light' | 'dark';
    readonly javaScriptEnabled?: boolean;
  }): Promise<Page>;
  close(): Promise<void>;
}

let browser: Browser | undefined;
let folder = '';

beforeAll(async () => {
  const executablePath = findTool('chromium');
  if (executablePath === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'lspcheck-html-'));
  const { chromium } = require('playwright-core') as {
    chromium: { launch(options: object): Promise<Browser> };
  };
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
});

afterAll(async () => {
  await browser?.close();
  if (folder !== '') rmSync(folder, { recursive: true });
});

beforeEach((context) => needTools(context, ['chromium'], 'apt-get install chromium'));

interface Opened extends Page {
  /** What the page asked for beside itself, said on its console, or failed with. */
  readonly trouble: readonly string[];
}

interface Look {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly timeline?: Timeline;
}

async function open(name: string, { run, texts }: State, look: Look = {}): Promise<Opened> {
  if (browser === undefined) throw new Error('no browser');
  const { width = 1200, timeline, ...options } = look;
  const file = join(folder, `${name}.html`);
  const context = reportContext(texts, { timings: timeline !== undefined, timeline });
  writeFileSync(file, [...htmlReport(run, context)].join(''));
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...options });
  const trouble: string[] = [];
  const url = pathToFileURL(file).href;
  page.on('request', (request) => {
    const asked = request.url?.() ?? '';
    if (asked !== url && !asked.startsWith('data:')) trouble.push(`asked for ${asked}`);
  });
  page.on('console', (message) => trouble.push(`said ${message.text?.()}`));
  page.on('pageerror', (error) => trouble.push(`failed: ${error.message}`));
  page.on('dialog', () => trouble.push('opened a dialog'));
  await page.goto(url);
  const screenshots = process.env['LSPCHECK_SCREENSHOTS'];
  if (screenshots !== undefined)
    await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  return Object.assign(page, { trouble });
}

const visibleFindings = `[...document.querySelectorAll('.finding')].filter((one) => one.checkVisibility()).length`;
const chips = `Object.fromEntries([...document.querySelectorAll('[aria-pressed]')].map((chip) => {
  const [, kind] = /data-(.*)-chip/.exec(chip.getAttributeNames().find((name) => name.endsWith('-chip')));
  return [kind + ' ' + chip.getAttribute('data-' + kind + '-chip'), Number(/\\d+$/.exec(chip.textContent)[0])];
}))`;

describe('the numbers of the page are those of the JSON report', () => {
  test.each(Object.entries(states))('%s', async (name, state) => {
    const page = await open(`state-${name}`, state);
    const report = encodeRun(state.run, { timings: false }) as unknown as JsonReport;
    const said = report.files.flatMap(({ diagnostics }) => diagnostics);
    const count = (values: readonly string[]) =>
      Object.fromEntries(
        [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
      );
    const { files, findings, unknown, clean, skipped } = report.summary;
    expect(findings + unknown + clean + skipped).toBe(files);
    const wanted = {
      ...prefixed('state', { findings, unknown, clean, skipped }),
      ...prefixed('severity', count(said.map(({ severity }) => severity))),
      ...prefixed('server', count(said.map(({ server }) => server))),
      ...prefixed(
        'status',
        count(said.map(({ status, provisional }) => (provisional ? 'provisional' : status))),
      ),
    };
    const nonZero = Object.fromEntries(Object.entries(wanted).filter(([, number]) => number > 0));
    expect(await page.evaluate(chips)).toEqual(nonZero);
    const shown = said.filter(({ status, provisional }) => provisional || status === 'active').length;
    expect(await page.evaluate(visibleFindings)).toBe(shown);
    const title = await page.evaluate<string>('document.title');
    expect(title.includes('✔')).toBe(report.complete && report.exitCode === 0 && /^✔/.test(title));
    expect(page.trouble).toEqual([]);
    await page.close();
  });
});

interface JsonReport {
  readonly complete: boolean;
  readonly exitCode: number;
  readonly summary: Readonly<Record<'files' | 'findings' | 'unknown' | 'clean' | 'skipped', number>>;
  readonly files: readonly { readonly diagnostics: readonly JsonDiagnostic[] }[];
}
interface JsonDiagnostic {
  readonly severity: string;
  readonly server: string;
  readonly status: string;
  readonly provisional: boolean;
}

function prefixed(kind: string, counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, number]) => [`${kind} ${name}`, number]));
}

const attacks = [
  '<script>document.title = "pwned"</script>',
  '<img src=x onerror="document.title = `pwned`">',
  '</pre></p></article><script>document.title = "pwned"</script>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '\u0001<b>\u0002</b>\u0003\u0000\u001b[2J\u202egnp.exe',
  '&lt;script&gt;',
  '<!-- <style>*{display:none}</style> --><meta http-equiv=refresh content="0;url=https://example.test">',
];

function hostile(): State {
  const found = attacks.map((attack, index) =>
    diagnostic({
      message: attack,
      code: attack,
      codeUrl: index % 2 === 0 ? 'javascript:alert(1)' : 'https://example.test/"><script>alert(1)</script>',
      range: range(index + 1, 1, index + 1, 4),
    }),
  );
  const path = `a<script>alert(1)</script>"'\n.fx`;
  const [first, ...rest] = found;
  if (first === undefined) throw new Error('no attack');
  return {
    run: runOf([judged(path, [findingsCell('s"><script>alert(1)</script>', [first, ...rest])])]),
    texts: { [path]: attacks.join('\n') },
  };
}

test('hostile text is shown, and does nothing', async () => {
  const page = await open('hostile', hostile());
  expect(await page.evaluate(visibleFindings)).toBe(attacks.length);
  expect(await page.evaluate('document.title')).toMatch(/^✖ lspcheck: \d+ errors/);
  expect(await page.evaluate('document.scripts.length')).toBe(1);
  expect(
    await page.evaluate(
      `document.querySelectorAll('img, svg, b:not(li > b), meta[http-equiv=refresh]').length`,
    ),
  ).toBe(0);
  expect(await page.evaluate(`document.querySelectorAll('a[href^="javascript:"]').length`)).toBe(0);
  const said = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.said')].map((one) => one.textContent)`,
  );
  expect(said).toContain('<script>document.title = "pwned"</script>');
  expect(said.join('')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(page.trouble).toEqual([]);
  await page.close();
});

test('a script that got in would be stopped by the policy', async () => {
  const page = await open('policy', hostile());
  await page.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<img src="https://example.test/x.png" onerror="document.title=1">')`,
  );
  await page.evaluate(
    `(() => { const s = document.createElement('script'); s.textContent = 'document.title = "pwned"'; document.body.append(s); })()`,
  );
  expect(await page.evaluate('document.title')).toMatch(/^✖ lspcheck/);
  expect(page.trouble.join('\n')).toMatch(/Content Security Policy/);
  await page.close();
});

describe('5,000 findings', () => {
  const run = runOf(
    Array.from({ length: 50 }, (_, file) => {
      const found = Array.from({ length: 100 }, (_, line) =>
        diagnostic({
          range: range(line + 1, 7, line + 1, 9),
          severity: line % 2 === 0 ? 'error' : 'warning',
          message: `file ${file} line ${line} is <b>wrong</b>`,
        }),
      );
      const [first, ...rest] = found;
      if (first === undefined) throw new Error('no finding');
      return judged(`src/f${file}.ts`, [findingsCell('typescript', [first, ...rest])]);
    }),
  );
  const texts = Object.fromEntries(
    run.files.map(({ path }) => [
      path,
      Array.from({ length: 100 }, (_, line) => `const a${line} = 1;`).join('\n'),
    ]),
  );

  test('are below 60 kB and 1 kB each, all there, and filtered within a second', async () => {
    const page = await open('many', { run, texts });
    expect(await page.evaluate(visibleFindings)).toBe(5000);
    const bytes = readFileSync(join(folder, 'many.html')).length;
    expect(bytes).toBeLessThan(60_000 + 5000 * 1000);
    await page.click('[data-severity-chip=warning]');
    expect(await page.evaluate(visibleFindings)).toBe(2500);
    await page.fill('#search', 'file 7 line 1');
    expect(await page.evaluate(visibleFindings)).toBe(5); // 10, 12, 14, 16, 18
    expect(await page.evaluate(`document.querySelector('#told').textContent`)).toBe('5 of 5000 shown');
    expect(page.trouble).toEqual([]);
    await page.close();
  });
});

const shown = (name: string): State => states[name] ?? missing(name);
const missing = (name: string): never => {
  throw new Error(`no state ${name}`);
};

describe('filters', () => {
  test('by state, status and text; what does not count is one press away', async () => {
    const page = await open('filters', shown('active-beside-inactive'));
    expect(await page.evaluate(visibleFindings)).toBe(2);
    await page.click('[data-status-chip=outside-change]');
    expect(await page.evaluate(visibleFindings)).toBe(3);
    await page.click('[data-server-chip=typescript]');
    expect(await page.evaluate(visibleFindings)).toBe(1);
    await page.click('[data-state-chip=findings]');
    expect(await page.evaluate(visibleFindings)).toBe(0);
    await page.close();
  });

  test('unknown files stand above the findings, and a filter hides either', async () => {
    const page = await open('unknown', shown('unknown-and-findings'));
    const order = await page.evaluate(
      `[...document.querySelectorAll('h2')].filter((one) => one.checkVisibility()).map((one) => one.textContent)`,
    );
    expect(order).toEqual(['Unknown', 'Findings', 'Without findings', 'Skipped', 'Servers']);
    await page.click('[data-state-chip=findings]');
    expect(await page.evaluate(visibleFindings)).toBe(0);
    expect(await page.evaluate(`document.querySelector('.unknown').checkVisibility()`)).toBe(true);
    await page.close();
  });

  test('with the keyboard alone', async () => {
    const page = await open('keys', shown('unknown-and-findings'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.dataset.stateChip')).toBe('findings');
    await page.keyboard.press('Space');
    expect(await page.evaluate(visibleFindings)).toBe(0);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(visibleFindings)).toBe(2);
    await page.evaluate(`document.querySelector('#search').focus()`);
    await page.keyboard.type('retrys');
    expect(await page.evaluate(visibleFindings)).toBe(1);
    await page.close();
  });

  test('a link to a finding leads to it, though a filter hides it', async () => {
    const page = await open('anchor', shown('active-beside-inactive'));
    const hidden = `document.querySelector('[data-status=outside-change]')`;
    expect(await page.evaluate(`${hidden}.checkVisibility()`)).toBe(false);
    await page.evaluate(`void (location.hash = ${hidden}.id)`);
    await expect.poll(() => page.evaluate(`${hidden}.checkVisibility()`)).toBe(true);
    await page.close();
  });

  test('copy gives path:line:col, and says so', async () => {
    const page = await open('copy', shown('findings'));
    await page.evaluate(
      `void Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })`,
    );
    await page.click('.copy');
    expect(await page.evaluate('window.copied')).toBe('src/index.ts:9:36');
    await expect.poll(() => page.evaluate(`document.querySelector('.copy').textContent`)).toBe('copied');
    await page.close();
  });
});

test('without JavaScript everything is there and open', async () => {
  const page = await open('no-script', shown('active-beside-inactive'), { javaScriptEnabled: false });
  await page.screenshot({ path: join(folder, 'no-script.png') });
  const html = readFileSync(join(folder, 'no-script.html'), 'utf8');
  expect(html).not.toMatch(/<article[^>]* hidden/);
  expect(html.match(/<article /g)).toHaveLength(3);
  expect(page.trouble).toEqual([]);
  await page.close();
});

const timeline: Timeline = {
  endAt: 4000,
  sessions: [
    {
      server: 'typescript',
      root: repoPath('.'),
      phases: [
        { kind: 'starting', from: 100, to: 900 },
        { kind: 'judging', from: 900, to: 3900 },
      ],
      documents: [
        {
          ...{ path: repoPath('src/index.ts'), from: 920, to: 3800, how: 'push-idle' },
          marks: [
            { kind: 'published', at: 1500, count: 0 },
            { kind: 'published', at: 3600, count: 2 },
          ],
        },
        { path: repoPath('src/add.ts'), from: 930, to: 2000, how: 'push-idle', marks: [] },
      ],
    },
    {
      server: 'pyright',
      root: repoPath('py'),
      phases: [{ kind: 'starting', from: 100, to: 4000 }],
      documents: [],
    },
  ],
};

describe('axe objects to nothing', () => {
  test.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 390],
    ['dark', 390],
  ] as const)('%s, %d wide', async (colorScheme, width) => {
    const page = await open(`axe-${colorScheme}-${width}`, shown('unknown-and-findings'), {
      colorScheme,
      width,
      timeline,
    });
    // Injected by the browser's own means, which the page's policy does not stop.
    await page.evaluate(readFileSync(join(packages, 'axe-core/axe.min.js'), 'utf8'));
    const violations = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
    );
    expect(violations).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await page.close();
  });
});

test('the timeline stands on the page when it is known, to scale', async () => {
  const page = await open('timeline', shown('unknown-and-findings'), { timeline });
  const bars = await page.evaluate<number[][]>(
    `[...document.querySelectorAll('#timeline rect')].map((bar) => [Number(bar.getAttribute('x')), Number(bar.getAttribute('width'))])`,
  );
  expect(bars).toEqual([
    [25, 200],
    [225, 750],
    [230, 720],
    [232.5, 267.5],
    [25, 975],
  ]);
  expect(await page.evaluate(`document.querySelectorAll('#timeline line').length`)).toBe(2);
  expect(page.trouble).toEqual([]);
  await page.close();
});
