/**
 * Reasons as data: the parts of an error's text that have a code and are translated as sentences of their own. The English sentence is written where
 * the reason is made; a language's table (`element/i18n/reasons`) marks the places of its values as `{0}`, `{1}` and so on.
 */

/** A reason as plain data, which crosses the worker boundary with its error. */
export interface ReasonData {
  /** Stable: translations are looked up by it. */
  readonly code: string;
  /** The sentence in English, with the values in it. */
  readonly text: string;
  /** The values in the order of the English sentence; one may be a reason itself. */
  readonly values: readonly ReasonValue[];
}
type ReasonValue = string | number | ReasonData;

/** A reason that converts to its English sentence wherever a string is needed. */
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

  /** Whether a value is a reason; unlike `instanceof`, the check triggers no trap of a hostile proxy. */
  static is(value: unknown): value is Reason {
    return typeof value === 'object' && value !== null && #made in value;
  }

  /** The reason that `toJSON` gave as data. */
  static from({ code, text, values }: ReasonData): Reason {
    return new Reason(code, text, values);
  }
}

/** A fault found in bytes: an error with a translatable reason. */
export class Damage extends RangeError {
  constructor(
    readonly reason: Reason,
    options?: ErrorOptions,
  ) {
    super(reason.text, options);
  }
}

/** A reason with a code, or the untranslated words of a system or another program. */
export type Told = string | Reason;

/**
 * Makes a reason from a code and its English sentence, as in ``because('no-levels')`it has no levels` ``. A value without which a sentence is
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

/** The message of a library or a browser, quoted for use within a sentence. */
export const quoted = (words: string): Reason => because('quoted')`“${words}”`;

/** Whether a value is a reason as data, with limited nesting depth. */
export const isReasonData = (value: unknown, depth = 3): value is ReasonData => {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const { code, text, values } = value as Partial<ReasonData>;
  if (typeof code !== 'string' || typeof text !== 'string' || !Array.isArray(values)) return false;
  return values.every((each) => typeof each === 'string' || typeof each === 'number' || isReasonData(each, depth - 1));
};

/** Translates a reason; sentences that the language lacks stay English. */
export const tell = (reason: ReasonData, sentences: Readonly<Record<string, string>>): string => {
  const sentence = Object.hasOwn(sentences, reason.code) ? sentences[reason.code] : undefined;
  return sentence === undefined
    ? reason.text
    : sentence.replace(/\{(\d)\}/g, (whole, index: string) => {
        const value = reason.values[Number(index)];
        return typeof value === 'object' ? tell(value, sentences) : String(value ?? whole);
      });
};
