// The built-in server definitions, in the order in which they are offered: within a group the first that is installed runs.
// Data only: what a server needs and how it settles, each fact with the version it was seen with.

import type { ServerDefinition } from '../model/server-definition.js';
import { astGrep } from './ast-grep.js';
import { bash } from './bash.js';
import { biome } from './biome.js';
import { ccls, clangd } from './c.js';
import { compose, dockerfile } from './containers.js';
import { graphql, postgres, prisma } from './databases.js';
import { deno } from './deno.js';
import { eslint } from './eslint.js';
import { fortls } from './fortran.js';
import { gopls } from './go.js';
import { listed } from './listed.js';
import { oxlint } from './oxlint.js';
import { php } from './php.js';
import { githubActions } from './pipelines.js';
import { pylsp } from './pylsp.js';
import { basedpyright, pyright } from './python.js';
import { rustAnalyzer } from './rust.js';
import { fish, vim } from './scripts.js';
import { scss, stylelint, tailwind } from './styles.js';
import { svelte } from './svelte.js';
import { angular, astro, herb, marko, mdx } from './templates.js';
import { typescript, typescriptNative, vtsls } from './typescript.js';
import { vue } from './vue.js';
import { css, html, json } from './web.js';
import { yaml } from './yaml.js';

export const catalogue: readonly ServerDefinition[] = [
  typescript,
  typescriptNative,
  vtsls,
  pyright,
  basedpyright,
  eslint,
  oxlint,
  biome,
  json,
  css,
  html,
  yaml,
  bash,
  gopls,
  rustAnalyzer,
  clangd,
  ccls,
  pylsp,
  php,
  svelte,
  astro,
  vue,
  mdx,
  angular,
  marko,
  herb,
  scss,
  stylelint,
  tailwind,
  graphql,
  prisma,
  postgres,
  dockerfile,
  compose,
  githubActions,
  astGrep,
  deno,
  fish,
  vim,
  fortls,
  ...listed,
];
