// The servers that are looked at briefly: for each a wrong file and a right one, and what must be said of them.

import { canObserveIdle } from './lspcheck.js';

export interface SmokeRow {
  readonly server: string;
  /** Of smoke/package.json. */
  readonly packages?: readonly string[];
  /** Programs of Debian's packages, and the command that installs them. */
  readonly tools?: readonly string[];
  readonly install?: string;
  /** Judged, in order of their names. */
  readonly files: Readonly<Record<string, string>>;
  /** What the server needs beside them. */
  readonly beside?: Readonly<Record<string, string>>;
  /** The outline of each file after its name. */
  readonly expected: readonly string[];
}

const push = canObserveIdle ? 'push-idle' : 'push-quiet';

export const smokeRows: readonly SmokeRow[] = [
  {
    server: 'astro',
    packages: ['@astrojs/language-server', 'typescript'],
    files: {
      'clean.astro': '---\nconst total: number = 3;\n---\n\n{total}\n',
      'wrong.astro': '---\nconst total: number = "three";\n---\n\n{total}\n',
    },
    beside: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
      // Of Astro itself the server looks for the manifest and the entry.
      'node_modules/astro/index.js': '',
      'node_modules/astro/package.json': '{ "name": "astro", "version": "5.0.0" }\n',
    },
    expected: ['clean [astro: pull]', 'findings [astro: pull] 2:7 error astro 2322'],
  },
  {
    server: 'mdx',
    packages: ['@mdx-js/language-server', 'typescript'],
    files: { 'clean.mdx': '# Total\n\n{1 + 2}\n', 'wrong.mdx': '# Total\n\n{1 +}\n' },
    expected: [
      'clean [mdx: pull]',
      'findings [mdx: pull] 3:5 error mdx micromark-extension-mdx-expression:acorn',
    ],
  },
  {
    server: 'angular',
    packages: [
      '@angular/language-server',
      '@angular/language-service',
      '@angular/core',
      '@angular/common',
      '@angular/compiler',
      '@angular/compiler-cli',
      'typescript',
    ],
    files: {
      'src/shop.component.html': '<p>{{ totl }}</p>\n',
      'src/shop.component.ts':
        "import { Component } from '@angular/core';\n\n@Component({ selector: 'app-shop', templateUrl: './shop.component.html' })\nexport class Shop {\n  total = 3;\n}\n",
    },
    beside: {
      'angular.json': '{ "version": 1, "projects": {} }\n',
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "target": "ES2022", "module": "ES2022", "moduleResolution": "bundler", "skipLibCheck": true }, "angularCompilerOptions": { "strictTemplates": true }, "include": ["src/**/*.ts"] }\n',
    },
    expected: [
      `findings [angular: ${push}] 1:7 error angular 2551`,
      `clean [typescript: barrier, angular: ${push}]`,
    ],
  },
  {
    server: 'marko',
    packages: ['@marko/language-server'],
    files: { 'clean.marko': '<div>ok</div>\n', 'wrong.marko': '<div>\n  <p>no</div>\n' },
    expected: [`clean [marko: ${push}]`, `findings [marko: ${push}] 2:8 error marko -`],
  },
  {
    server: 'herb',
    packages: ['@herb-tools/language-server'],
    files: {
      'clean.html.erb': '<p><%= total %></p>\n',
      'wrong.html.erb': '<div>\n  <p><%= total %></b>\n</div>\n',
    },
    expected: [
      `clean [herb: ${push}]`,
      `findings [herb: ${push}] 2:3 error herb OMITTED_CLOSING_TAG_ERROR 2:18 error herb MISSING_OPENING_TAG_ERROR`,
    ],
  },
  {
    server: 'scss',
    packages: ['some-sass-language-server'],
    files: {
      'clean.scss': '$pad: 1px;\n\n.box {\n  padding: $pad;\n}\n',
      'wrong.scss': '.box {\n  padding 1px;\n}\n',
    },
    expected: [`clean [scss: ${push}]`, `findings [scss: ${push}] 2:11 error scss css-colonexpected`],
  },
  {
    server: 'stylelint',
    packages: ['stylelint-lsp', 'stylelint'],
    files: { 'clean.css': '.box {\n  color: #fff;\n}\n', 'wrong.css': '.box {\n  color: #ggg;\n}\n' },
    beside: { '.stylelintrc.json': '{ "rules": { "color-no-invalid-hex": true } }\n' },
    expected: [
      `clean [stylelint: ${push}]`,
      `findings [stylelint: ${push}] 2:10 error stylelint color-no-invalid-hex`,
    ],
  },
  {
    server: 'tailwind',
    packages: ['@tailwindcss/language-server', 'tailwindcss'],
    files: { 'clean.html': '<p class="p-1">ok</p>\n', 'wrong.html': '<p class="p-1 p-2">no</p>\n' },
    beside: {
      'app.css': '@import "tailwindcss";\n@config "./tailwind.config.js";\n',
      'tailwind.config.js': 'module.exports = { content: ["./*.html"] };\n',
    },
    expected: [
      `clean [tailwind: ${push}]`,
      `findings [tailwind: ${push}] 1:11 warning tailwind cssConflict 1:15 warning tailwind cssConflict`,
    ],
  },
  {
    server: 'graphql',
    packages: ['graphql-language-service-cli', 'graphql'],
    files: {
      'q/clean.graphql': 'query Clean {\n  total\n}\n',
      'q/wrong.graphql': 'query Wrong {\n  totl\n}\n',
    },
    beside: {
      '.graphqlrc.json': '{ "schema": "./schema.graphql", "documents": "q/*.graphql" }\n',
      'schema.graphql': 'type Query {\n  total: Int\n}\n',
    },
    expected: [`clean [graphql: ${push}]`, `findings [graphql: ${push}] 2:3 error graphql -`],
  },
  {
    server: 'prisma',
    packages: ['@prisma/language-server'],
    files: {
      'clean/schema.prisma': 'datasource db {\n  provider = "sqlite"\n}\n\nmodel Item {\n  id Int @id\n}\n',
      'wrong/schema.prisma': 'datasource db {\n  provider = "sqlite"\n}\n\nmodel Item {\n  id Itn @id\n}\n',
    },
    expected: [`clean [prisma: ${push}]`, `findings [prisma: ${push}] 6:6 error prisma -`],
  },
  {
    server: 'postgres',
    packages: ['@postgres-language-server/cli'],
    files: { 'clean.sql': 'select 1;\n', 'wrong.sql': 'selct 1;\n' },
    beside: { 'postgres-language-server.jsonc': '{ "db": { "disableConnection": true } }\n' },
    expected: [`clean [postgres: ${push}]`, `findings [postgres: ${push}] 1:1 error postgres syntax`],
  },
  {
    server: 'dockerfile',
    packages: ['dockerfile-language-server-nodejs'],
    files: {
      'clean/Dockerfile': 'FROM debian:12\nRUN true\n',
      'wrong/Dockerfile': 'FROM debian:12\nRUNN true\n',
    },
    expected: [`clean [dockerfile: ${push}]`, `findings [dockerfile: ${push}] 2:1 error dockerfile 38`],
  },
  {
    server: 'compose',
    packages: ['@microsoft/compose-language-service'],
    files: {
      'clean/compose.yaml': 'services:\n  web:\n    image: nginx\n',
      'wrong/compose.yaml': 'services:\n  web:\n    image: nginx\n   ports: []\n',
    },
    expected: [`clean [compose: ${push}]`, `findings [compose: ${push}] 4:1 error compose BAD_INDENT`],
  },
  {
    server: 'github-actions',
    packages: ['@actions/languageserver'],
    files: {
      '.github/workflows/clean.yml':
        'name: ci\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: true\n',
      '.github/workflows/wrong.yml':
        'name: ci\non: pusch\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: true\n',
    },
    expected: [
      `clean [github-actions: ${push}]`,
      `findings [github-actions: ${push}] 2:5 error github-actions -`,
    ],
  },
  {
    server: 'ast-grep',
    packages: ['@ast-grep/cli'],
    files: { 'clean.js': 'log(1);\n', 'wrong.js': 'log(1);\n/* 🎯 */ eval("1");\n' },
    beside: {
      'sgconfig.yml': 'ruleDirs: [rules]\n',
      'rules/no-eval.yml':
        'id: no-eval\nlanguage: JavaScript\nseverity: error\nmessage: no eval\nrule:\n  pattern: eval($A)\n',
    },
    expected: [
      'clean [ast-grep: push-versioned]',
      'findings [ast-grep: push-versioned] 2:10 error ast-grep no-eval',
    ],
  },
  {
    server: 'deno',
    packages: ['deno'],
    files: {
      'clean.ts': 'export const total: number = 3;\n',
      'wrong.ts': 'export const total: number = "three";\n',
    },
    beside: { 'deno.json': '{}\n' },
    expected: ['clean [deno: pull]', 'findings [deno: pull] 1:14 error deno 2322'],
  },
  {
    server: 'fish',
    packages: ['fish-lsp'],
    tools: ['fish'],
    install: 'apt-get install fish',
    files: { 'clean.fish': 'set -g total 3\necho $total\n', 'wrong.fish': 'if test 1\n  echo yes\n' },
    expected: [`clean [fish: ${push}]`, `findings [fish: ${push}] 1:1 error fish 1001`],
  },
  {
    server: 'vim',
    packages: ['vim-language-server'],
    files: {
      'clean.vim': 'let g:total = 3\n',
      'wrong.vim': 'let g:total = 3\nif g:total\n  echo 1\nendfunction\n',
    },
    expected: [`clean [vim: ${push}]`, `findings [vim: ${push}] 4:1 error vim -`],
  },
  {
    server: 'ccls',
    tools: ['ccls'],
    install: 'apt-get install ccls',
    files: {
      'clean.c': 'int three(void) { return 3; }\n',
      'wrong.c': 'int three(void) { return "three"[0] }\n',
    },
    expected: [`clean [ccls: ${push}]`, `findings [ccls: ${push}] 1:36 error ccls 4`],
  },
  {
    server: 'fortls',
    tools: ['fortls'],
    install: 'apt-get install fortran-language-server',
    files: {
      'clean.f90': 'program clean\n  implicit none\n  integer :: total\n  total = 3\nend program clean\n',
      'wrong.f90':
        'program wrong\n  implicit none\n  integer :: total\n  integer :: total\n  total = 3\nend program wrong\n',
    },
    expected: [`clean [fortls: ${push}]`, `findings [fortls: ${push}] 4:14 error fortls -`],
  },
];
