// What a flag is: how it is read, and how help shows it. Types only.

export type FlagGroup = 'Scope' | 'What counts' | 'Report' | 'Servers and time' | 'Configuration';

export interface Flag {
  /** `switch` takes no value; `list` may be repeated; `duration` takes `ms`, `s`, `m`; `count` is a positive whole number. */
  readonly kind: 'switch' | 'text' | 'list' | 'choice' | 'duration' | 'count';
  readonly alias?: string;
  /** What stands for the value in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** A word that a duration may be instead. */
  readonly word?: string;
  /** As shown; where the value comes from the configuration, it says so. */
  readonly default?: string;
  readonly variable?: string;
  readonly group: FlagGroup;
  /** At most 48 characters: one line of the short help. */
  readonly text: string;
  /** Said by `--help` only. */
  readonly more?: string;
  /** Left out of the short help. */
  readonly rare?: true;
}
