/** Types of a language's names for what algorithms bring: parameters, their choices, channels, measurements. */

/** Title of a choice, and when to choose it. */
export type ChoiceText = readonly [title: string, when?: string];

/** Title, explanation and choices of a parameter; what is not given is the schema's. */
export interface FieldText {
  readonly title?: string;
  readonly about?: string;
  readonly choices?: Readonly<Record<string, ChoiceText>>;
}

/** A language's names of what algorithms bring. */
export interface FieldTable {
  /** Titles of the algorithms, by id. */
  readonly algorithms: Readonly<Record<string, string>>;
  /** By `algorithm.parameter`, or by the parameter alone where algorithms have it in common. */
  readonly parameters: Readonly<Record<string, FieldText>>;
  /** By the channel's name; those with numbers by what stands before them, `{number}` and `{other}` in the text. */
  readonly channels: Readonly<Record<string, string>>;
  /** By the English name without its unit. */
  readonly measurements: Readonly<Record<string, string>>;
}
