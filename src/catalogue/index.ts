// The built-in server definitions, in the order in which they are offered: within a group the first that is installed runs.
// Data only: what a server needs and how it settles, each fact with the version it was seen with.

import type { ServerDefinition } from '../model/server-definition.js';
import { eslint } from './eslint.js';
import { gopls } from './go.js';
import { pyright } from './python.js';
import { rustAnalyzer } from './rust.js';
import { typescript, typescriptNative } from './typescript.js';
import { yaml } from './yaml.js';

export const catalogue: readonly ServerDefinition[] = [
  typescript,
  typescriptNative,
  pyright,
  eslint,
  yaml,
  gopls,
  rustAnalyzer,
];
