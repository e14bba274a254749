// What a CI says about why it runs, read from its variables and, on GitHub, its event file: data only, nothing is asked of git.
// Undefined where nothing is recognised: the caller then demands a flag. A file that cannot be read is an error, never a guess.

import { readFile } from 'node:fs/promises';
import { UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import { isNoObject } from './base.js';

/** `name`: the event in the CI's own word, for people. */
export type CiEvent =
  /** Nothing in particular changed: everything is judged. */
  | { readonly kind: 'all'; readonly name: string }
  /** A change that is to go into another branch; HEAD is its commit, or a merge of it. */
  | {
      readonly kind: 'merge';
      readonly name: string;
      /** The target's commit as the event knows it; it may be older than the one that was merged. */
      readonly base: string;
      readonly head: string;
      readonly target: string;
    }
  | {
      readonly kind: 'push';
      readonly name: string;
      /** The branch's commit before; undefined when it had none. */
      readonly before: string | undefined;
      readonly branch: string;
      readonly defaultBranch: string | undefined;
      readonly forced: boolean;
    };

/** @throws UserError `scope` when an event file is named and cannot be read. */
export async function readCiEvent(env: Environment): Promise<CiEvent | undefined> {
  const { GITHUB_EVENT_NAME: github, GITLAB_CI: gitlab } = env;
  if (github !== undefined && github !== '') return githubEvent(github, env);
  return gitlab === 'true' ? gitlabEvent(env) : undefined;
}

async function githubEvent(event: string, env: Environment): Promise<CiEvent | undefined> {
  const name = `GitHub ${event}`;
  switch (event) {
    case 'schedule':
    case 'workflow_dispatch':
      return { kind: 'all', name };
    case 'pull_request':
    case 'pull_request_target': {
      const { text } = await payloadOf(env);
      return {
        kind: 'merge',
        name,
        base: oid(text('pull_request', 'base', 'sha')),
        head: oid(text('pull_request', 'head', 'sha')),
        target: text('pull_request', 'base', 'ref'),
      };
    }
    case 'merge_group': {
      const { text } = await payloadOf(env);
      return {
        kind: 'merge',
        name,
        base: oid(text('merge_group', 'base_sha')),
        head: oid(text('merge_group', 'head_sha')),
        target: branchOf(text('merge_group', 'base_ref')),
      };
    }
    case 'push': {
      const { text, value } = await payloadOf(env);
      const ref = text('ref');
      if (ref.startsWith('refs/tags/')) return { kind: 'all', name: `${name} of the tag ${ref.slice(10)}` };
      const defaultBranch = value('repository', 'default_branch');
      return {
        kind: 'push',
        name,
        before: before(text('before')),
        branch: branchOf(ref),
        defaultBranch: typeof defaultBranch === 'string' ? defaultBranch : undefined,
        forced: value('forced') === true,
      };
    }
    default:
      return undefined;
  }
}

/** https://docs.gitlab.com/ci/variables/predefined_variables/ */
function gitlabEvent(env: Environment): CiEvent | undefined {
  const text = (name: string) => env[name] ?? '';
  const source = text('CI_PIPELINE_SOURCE');
  const name = `GitLab ${source}`;
  if (source === 'schedule' || source === 'web') return { kind: 'all', name };
  if (source === 'merge_request_event') {
    return {
      kind: 'merge',
      name,
      base: oid(text('CI_MERGE_REQUEST_DIFF_BASE_SHA')),
      // Set where the pipeline runs on a merge of the two; else HEAD is the source branch's own commit.
      head: oid(text('CI_MERGE_REQUEST_SOURCE_BRANCH_SHA') || text('CI_COMMIT_SHA')),
      target: text('CI_MERGE_REQUEST_TARGET_BRANCH_NAME'),
    };
  }
  if (source !== 'push') return undefined;
  const tag = text('CI_COMMIT_TAG');
  if (tag !== '') return { kind: 'all', name: `${name} of the tag ${tag}` };
  return {
    kind: 'push',
    name,
    before: before(text('CI_COMMIT_BEFORE_SHA')),
    branch: text('CI_COMMIT_BRANCH'),
    defaultBranch: text('CI_DEFAULT_BRANCH') || undefined,
    forced: false,
  };
}

interface Payload {
  value(...keys: readonly string[]): unknown;
  /** @throws UserError `scope` when there is no such text. */
  text(...keys: readonly string[]): string;
}

async function payloadOf({ GITHUB_EVENT_PATH: path }: Environment): Promise<Payload> {
  if (path === undefined || path === '') throw unreadable('GITHUB_EVENT_PATH is not set');
  const whole = await parsed(path);
  const value = (...keys: readonly string[]) =>
    keys.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), whole);
  return {
    value,
    text: (...keys) => {
      const found = value(...keys);
      if (typeof found === 'string') return found;
      throw unreadable(`it has no ${keys.join('.')}`);
    },
  };
}

async function parsed(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw unreadable(error instanceof SyntaxError ? 'it is no JSON' : 'it cannot be read');
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function oid(text: string): string {
  if (/^[0-9a-f]{40,64}$/.test(text) && !isNoObject(text)) return text;
  throw unreadable(`"${text}" is no commit`);
}

function before(text: string): string | undefined {
  return isNoObject(text) ? undefined : oid(text);
}

function branchOf(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}

function unreadable(why: string): UserError {
  return new UserError('scope', `what the CI says about its event cannot be used: ${why}`, {
    hint: 'give a scope: --base REF, --from A --to B, or lspcheck all',
  });
}
