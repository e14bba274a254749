// Environments for child processes. A hook's variables are needed by our git calls and are poison for servers:
// a child that runs git with an inherited GIT_DIR writes into the user's repository (case OC-14).

export type Environment = Readonly<Record<string, string | undefined>>;

/** A hook manager's module resolution (pre-commit sets these) must not change what a server resolves. */
const hookManagerVariables = new Set([
  'NODE_PATH',
  'NPM_CONFIG_PREFIX',
  'npm_config_prefix',
  'NODE_VIRTUAL_ENV',
  'PRE_COMMIT',
]);

/** The environment of a language server: ours without any `GIT_*` and hook manager variable, then the entry's own. */
export function serverEnvironment(
  env: Environment,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || /^GIT_/i.test(name) || hookManagerVariables.has(name)) continue;
    kept[name] = value;
  }
  return { ...kept, ...own };
}
