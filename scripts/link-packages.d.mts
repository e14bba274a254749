/**
 * Links packages of test/real/node_modules, and their commands, into `folder/node_modules`.
 * @throws when a package is not installed there, or two bring the same command
 */
export function linkPackages(folder: string, names: readonly string[], installed?: string): void;
