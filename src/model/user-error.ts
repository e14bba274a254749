// A slip of the user's (flag, config, repository): a sentence and a hint, never a stack. Caught only in cli/main.ts.

export type UserErrorKind = 'usage' | 'config' | 'scope';

/** One mistake at one place; `frame` is the source line with a caret, already cut to a sane width but not escaped. */
export interface Mistake {
  readonly message: string;
  readonly hint?: string;
  readonly where?: {
    readonly path: string;
    readonly line: number;
    readonly column: number;
    readonly length: number;
  };
  readonly sourceLine?: string;
}

/** `usage` and `config` end as exit 2, `scope` (git, base, repository) as exit 4. */
export class UserError extends Error {
  readonly kind: UserErrorKind;
  readonly hint: string | undefined;
  readonly mistakes: readonly Mistake[];
  /** There is no repository here, or no git: named files can be judged all the same. */
  readonly noRepository: boolean;

  constructor(
    kind: UserErrorKind,
    message: string,
    extra: { hint?: string; mistakes?: readonly Mistake[]; noRepository?: boolean } = {},
  ) {
    super(message);
    this.name = 'UserError';
    this.kind = kind;
    this.hint = extra.hint;
    this.mistakes = extra.mistakes ?? [];
    this.noRepository = extra.noRepository ?? false;
  }
}
