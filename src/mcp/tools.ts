// Every tool there is, in the order in which they are listed.

import { nearestName } from '../config/near-name.js';
import { checkTools } from './check-tools.js';
import { navigationTools } from './navigation-tools.js';
import { serverTools } from './server-tools.js';
import type { Tool } from './tool.js';

export const tools: readonly Tool[] = [...checkTools, ...navigationTools, ...serverTools];

/** The sentence for a name that there is not. */
export function unknownTool(name: string): string {
  const near = nearestName(
    name,
    tools.map((tool) => tool.name),
  );
  return `there is no tool "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
}
