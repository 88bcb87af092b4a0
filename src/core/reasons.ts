/**
 * Reasons as data: what an error's text takes in, with a code by which another language has a sentence of its own. The English sentence stands where
 * the reason is made; a language's table (`element/i18n/reasons`) has the places of its values as `{0}`, `{1}` and so on.
 */

/** A reason as plain data, which crosses the worker boundary with its error. */
export interface ReasonData {
  /** Stable: languages have their sentences by it. */
  readonly code: string;
  /** The sentence in English, with the values in it. */
  readonly text: string;
  /** The values in the order of the English sentence; one may be a reason itself. */
  readonly values: readonly ReasonValue[];
}
type ReasonValue = string | number | ReasonData;

/** A reason that reads as its English sentence wherever a text is wanted. */
export class Reason implements ReasonData {
  readonly #made = true;

  constructor(
    readonly code: string,
    readonly text: string,
    readonly values: readonly ReasonValue[],
  ) {}

  toString(): string {
    return this.text;
  }

  toJSON(): ReasonData {
    const { code, text, values } = this;
    return { code, text, values };
  }

  /** Tells whether a value is a reason; unlike `instanceof`, it asks a hostile proxy nothing. */
  static is(value: unknown): value is Reason {
    return typeof value === 'object' && value !== null && #made in value;
  }

  /** The reason that `toJSON` gave as data. */
  static from({ code, text, values }: ReasonData): Reason {
    return new Reason(code, text, values);
  }
}

/** What is found wrong in bytes: an error with a reason, which languages tell. */
export class Damage extends RangeError {
  constructor(
    readonly reason: Reason,
    options?: ErrorOptions,
  ) {
    super(reason.text, options);
  }
}

/** What stands for a reason: one with a code, or what a system or another program said, in its own words. */
export type Told = string | Reason;

/**
 * Makes a reason of a code and its English sentence, as in ``because('no-levels')`it has no levels` ``. A value without which a sentence is
 * complete is a reason itself.
 */
export const because =
  (code: string) =>
  (raw: TemplateStringsArray, ...values: readonly (string | number | Reason | undefined)[]): Reason =>
    new Reason(
      code,
      String.raw({ raw }, ...values),
      values.map((value) => (value instanceof Reason ? value.toJSON() : (value ?? 'undefined'))),
    );

/** A number of bytes. */
export const inBytes = (count: number): Reason => because('bytes')`${count} bytes`;

/** What a library or a browser says, in its own words, as a sentence around it holds them. */
export const quoted = (words: string): Reason => because('quoted')`“${words}”`;

/** Tells whether a value is a reason as data, nested at most as deep as sentences are. */
export const isReasonData = (value: unknown, depth = 3): value is ReasonData => {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const { code, text, values } = value as Partial<ReasonData>;
  if (typeof code !== 'string' || typeof text !== 'string' || !Array.isArray(values)) return false;
  return values.every((each) => typeof each === 'string' || typeof each === 'number' || isReasonData(each, depth - 1));
};

/** A reason in a language's sentences; what the language lacks stays English. */
export const tell = (reason: ReasonData, sentences: Readonly<Record<string, string>>): string => {
  const sentence = Object.hasOwn(sentences, reason.code) ? sentences[reason.code] : undefined;
  return sentence === undefined
    ? reason.text
    : sentence.replace(/\{(\d)\}/g, (whole, index: string) => {
        const value = reason.values[Number(index)];
        return typeof value === 'object' ? tell(value, sentences) : String(value ?? whole);
      });
};
