// Every reason without a verdict in words: a sentence for when the cause brings none, and what to do about it.
// The only such table; docs and all formats for people read it.

import type { SkipReason, UnknownCause, UnknownReason } from '../model/fault.js';

export interface ReasonText {
  /** What happened, lower case, no full stop. */
  readonly sentence: string;
  /** A command that can be pasted, or a short instruction. `SERVER` stands for the server's name. */
  readonly remedy: string;
}

export const unknownTexts: Readonly<Record<UnknownReason, ReasonText>> = {
  'not-started': {
    sentence: 'the server could not be started',
    remedy: 'lspcheck doctor --server SERVER',
  },
  'start-timeout': {
    sentence: 'the server did not answer initialize in time',
    remedy: 'lspcheck doctor --server SERVER',
  },
  exited: {
    sentence: 'the server ended before it had judged the file',
    remedy: 'lspcheck doctor --server SERVER',
  },
  'protocol-error': {
    sentence: 'what the server sent could not be read as the protocol',
    remedy: 'run again with --log-level debug, and report it to the makers of SERVER',
  },
  'write-failed': {
    sentence: 'the server stopped taking what was sent to it',
    remedy: 'run again with --log-level debug to see what SERVER wrote',
  },
  deadline: {
    sentence: 'the time for the whole run was over before there was evidence',
    remedy: 'raise --deadline, or check fewer files at once',
  },
  'no-publish': {
    sentence: 'the server said nothing about the file, and silence is no evidence',
    remedy: 'lspcheck doctor --server SERVER shows whether it judges anything here',
  },
  'still-busy': {
    sentence: 'the server was still working when the time was over',
    remedy: 'raise --deadline',
  },
  'pull-failed': {
    sentence: 'the server answered the request for diagnostics with an error',
    remedy: 'run again with --log-level debug to see what SERVER wrote',
  },
  infra: {
    sentence: 'the server said that it could not analyse the file',
    remedy: 'repair what the server complains about, then run again',
  },
  unmerged: {
    sentence: 'the file has unresolved merge conflicts',
    remedy: 'resolve the conflict and git add the file',
  },
  'read-failed': {
    sentence: 'the file could not be read as UTF-8 text inside the repository',
    remedy: 'check that the path exists, is readable, is inside the root and is UTF-8',
  },
  'too-large': {
    sentence: 'the file is larger than maxFileSize',
    remedy: 'raise check.maxFileSize, or ignore the file in .lspcheckignore',
  },
  'disk-only': {
    sentence: 'the server reads the disk, and the judged text is not on it',
    remedy: 'stage or stash the other changes, then run again',
  },
  untrusted: {
    sentence: 'the repository is not trusted, so the server was not run',
    remedy: 'lspcheck trust add',
  },
  interrupted: {
    sentence: 'the run was interrupted before the file was judged',
    remedy: 'run again',
  },
  internal: {
    sentence: 'lspcheck itself failed on the file; this is a bug',
    remedy: 'run again with --log-level debug, and report it with the log',
  },
};

export const skipTexts: Readonly<Record<SkipReason, ReasonText>> = {
  'no-server': {
    sentence: 'no server is configured or known for it',
    remedy: 'add one under servers: in lspcheck.yml',
  },
  deleted: { sentence: 'deleted in the judged text', remedy: 'nothing to do' },
  ignored: {
    sentence: 'ignored by .lspcheckignore or check.ignore',
    remedy: 'name the file to check it all the same',
  },
  generated: {
    sentence: 'marked as generated or vendored in .gitattributes',
    remedy: 'name the file to check it all the same',
  },
  binary: { sentence: 'binary, no text to judge', remedy: 'nothing to do' },
  'empty-scope': {
    sentence: 'the chosen servers do not judge it',
    remedy: 'leave out --server and --skip-server',
  },
  symlink: { sentence: 'a symbolic link; its target is judged under its own name', remedy: 'nothing to do' },
  submodule: {
    sentence: 'a submodule, a repository of its own',
    remedy: 'run lspcheck inside the submodule',
  },
  sparse: { sentence: 'outside the sparse checkout', remedy: 'git sparse-checkout add its folder' },
  'lfs-pointer': { sentence: 'a Git LFS pointer instead of the content', remedy: 'git lfs pull' },
};

/** The cause's own sentence, or the table's. Hostile text until escaped. */
export function sentenceOf(cause: UnknownCause): string {
  return cause.detail.trim() === '' ? unknownTexts[cause.reason].sentence : cause.detail;
}

/** What to do: the cause's own hint, or the table's with the server's name put in. Hostile text until escaped. */
export function remedyOf(cause: UnknownCause, server: string | undefined): string {
  if (cause.hint !== undefined && cause.hint.trim() !== '') return cause.hint;
  const { remedy } = unknownTexts[cause.reason];
  if (server === undefined) return remedy.replace(' --server SERVER', '').replace('SERVER', 'the server');
  return remedy.replace('SERVER', () => server);
}
