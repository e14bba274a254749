// Scripts with one vice (or none) each, named by it, and how a run with each must end. test/scenario/guard-table.test.ts goes
// through them all: none of the misbehaving ones is ever called clean.

import type { Script } from './script.js';
import { endings } from './vices/endings.js';
import { floods } from './vices/floods.js';
import { framing } from './vices/framing.js';
import { malformed } from './vices/malformed.js';
import { pulling } from './vices/pulling.js';
import { pushing } from './vices/pushing.js';
import { startUp } from './vices/start-up.js';
import { pulls, type Vice } from './vices/vice.js';
import { working } from './vices/working.js';

/** Servers that tell the truth. */
export const healthy = {
  'pushes-truth': { contentRule: { by: 'push' } },
  'pushes-versioned-truth': { contentRule: { by: 'push', version: 'doc' } },
  'pulls-truth': { initialize: pulls, contentRule: { by: 'pull' } },
} as const satisfies Record<string, Script>;

export const families = { startUp, framing, pushing, pulling, working, malformed, floods, endings };

type NameIn<Family> = Family extends unknown ? Extract<keyof Family, string> : never;
export type ViceName = NameIn<(typeof families)[keyof typeof families]>;
export type PresetName = keyof typeof healthy | ViceName;

export const vices = Object.assign({}, ...Object.values(families)) as Readonly<Record<ViceName, Vice>>;

export function scriptOf(name: PresetName): Script {
  return isHealthy(name) ? healthy[name] : vices[name].script;
}

function isHealthy(name: PresetName): name is keyof typeof healthy {
  return name in healthy;
}
