/**
 * Errors as data: a stable code, a text that names the value received and what is valid, and whether the
 * error is recoverable. They cross the worker boundary as plain objects, because structured cloning drops the
 * fields of an `Error`.
 */

import { because, Damage, isReasonData, Reason, type ReasonData, type Told } from './reasons.js';

/** English texts by code; `{name}` stands for the value of that name. A page shows them in its own language. */
export const errorTexts = {
  'no-webgpu': 'WebGPU was asked for but is not there: {reason}. Use backend="auto" or "cpu".',
  'device-lost': 'The GPU device was lost ({reason}). What was found so far is kept; run again.',
  'kernel-failed': 'The GPU program {kernel} cannot run on {adapter}: {reason}. Use backend="cpu".',
  'out-of-memory':
    '{what} needs {needed} bytes and could not be allocated. Choose a smaller domain or a coarser level.',
  'worker-crashed': 'The worker stopped ({reason}). What was found so far is kept; run again.',
  timeout: '{what} took longer than {limit} ms and was ended.',
  aborted: 'The run was aborted.',
  disposed: '{what} was disposed of; make a new one.',
  'nothing-found': 'Nothing was found {where}. Try another start, another part of the image, or other parameters.',
  internal: 'Something in the engine failed ({reason}). What was found so far is kept; please report it.',
  busy: 'A run is under way; wait for it, or cancel it first.',
  detached: 'The component is not in a page; add it to the document first.',
  'no-image': 'No image is open; set src, or drop an image.',
  'image-not-found': 'The image {url} was not found ({reason}). Check the address and the connection.',
  'access-denied': 'The server refuses access to {url} ({reason}). Sign in, or ask for access.',
  'image-unreadable': '{name} could not be read as an image: {reason}.',
  'image-too-large': '{name} is too large: {size}; at most {limit}. Choose a smaller domain or a coarser level.',
  'tile-unavailable':
    'The tile {tile} of {name} could not be read ({reason}). Nothing is put in its place: try again, or choose another domain.',
  cors: 'The server of {url} does not let this page read it: it must send {header}.',
  'bad-init': 'The start {init} cannot be used: {reason}.',
  'bad-hints': 'The hints {hints} cannot be used: {reason}.',
  'bad-pins': 'The pinned vertices {pinned} cannot be used: {reason}.',
  'bad-parameter': 'The parameter {name} cannot be {value}: {wanted}.',
  'bad-algorithm': 'The algorithm {name} failed: {reason}.',
  'bad-extension': 'The {kind} {name}, which the page added, failed: {reason}.',
  'bad-recipe': 'The recipe {name} cannot be used: {reason}.',
  'bad-import': 'This could not be imported: {reason}.',
  'too-many-lines':
    'Beyond the limit, {what} were left out: {count}. Raise the thresholds, or choose a smaller domain.',
  'storage-failed': 'Your work could not be kept in this browser: {reason}. Export it before you leave the page.',
  unsupported: '{what} is not supported: {reason}.',
  'not-writable': '{name} could not be written: {reason}. What was finished before stays as it is.',
  'folder-in-use': 'The folder {folder} is in use by {who}. Wait for it to end, or choose another folder.',
  'not-loaded': 'A part of the component could not be loaded ({reason}). Check the connection, and try again.',
  'no-queue': 'The queue at {url} cannot be used: {reason}.',
} as const;

/** The stable code of an error. */
export type ErrorCode = keyof typeof errorTexts;
/** Values that an error's text names. */
export type ErrorValues = Readonly<Record<string, string | number>>;
/** The values as given to an error: a reason has a code, by which it is translated. */
export type GivenValues = Readonly<Record<string, string | number | Reason>>;

/** An error as plain data: it crosses the worker boundary, and `segmenter-error` carries it. */
export interface ErrorData {
  /** Stable: a page may branch on it. */
  readonly code: ErrorCode;
  /** The text in English, with the values in it. */
  readonly message: string;
  /** False where the same call would fail again: another image or backend is needed. */
  readonly recoverable: boolean;
  /** The values in the text, for translation. */
  readonly values?: ErrorValues;
  /** Those values that are sentences themselves, by name. */
  readonly reasons?: Readonly<Record<string, ReasonData>>;
}

const unrecoverable: ReadonlySet<ErrorCode> = new Set(['no-webgpu', 'image-not-found', 'image-unreadable', 'cors']);

/** Replaces the names in braces by values; names without a value stay. */
export const fill = (text: string, values: ErrorValues): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** An error with a stable code, whose text names the value received and what is valid. */
export class SegmenterError extends Error implements ErrorData {
  override readonly name = 'SegmenterError';
  readonly recoverable: boolean;
  readonly values: ErrorValues;
  readonly reasons: Readonly<Record<string, Reason>>;

  constructor(
    readonly code: ErrorCode,
    given: GivenValues = {},
    options?: ErrorOptions,
  ) {
    if (!isCode(code)) throw badParameter('code', code, `it must be one of ${Object.keys(errorTexts)}`);
    const values: Record<string, string | number> = {};
    const reasons: Record<string, Reason> = {};
    for (const [name, value] of Object.entries(given ?? {})) {
      values[name] = value instanceof Reason ? value.text : isNumberOrText(value) ? value : show(value);
      if (value instanceof Reason) reasons[name] = value;
    }
    super(fill(errorTexts[code], values), options);
    this.values = values;
    this.reasons = reasons;
    this.recoverable = !unrecoverable.has(code);
  }

  /** The error as plain data, which structured cloning and JSON preserve. */
  toJSON(): ErrorData {
    const { code, message, recoverable, values, reasons } = this;
    const told = Object.entries(reasons).map(([name, reason]) => [name, reason.toJSON()]);
    return { code, message, recoverable, values, ...(told[0] && { reasons: Object.fromEntries(told) }) };
  }

  /** The error that `toJSON` gave as data. */
  static from(data: ErrorData): SegmenterError {
    if (!isErrorData(data)) throw badParameter('error', data, 'it must be what toJSON gave');
    const { code, values, reasons = {} } = data;
    const told = Object.entries(reasons).map(([name, reason]) => [name, Reason.from(reason)]);
    return new SegmenterError(code, { ...values, ...Object.fromEntries(told) });
  }
}

/** A short, safe rendering of any value for a message: at most 120 characters. */
export const show = (value: unknown): string => {
  let text: string;
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value, finite) ?? String(value));
  } catch {
    text = plainText(value);
  }
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
};

/** The text of a value as of `show`; a reason is returned unchanged. */
export const shown = (value: unknown): Told => (Reason.is(value) ? value : show(value));

/** The text of any value, even where its own conversion to text throws. */
const plainText = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
};

const finite = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** An error as `AbortSignal` gives it: its name is `AbortError`. `toErrorData` gives it the code `aborted`. */
export const abortError = (): DOMException & { code: number } => new DOMException(errorTexts.aborted, 'AbortError');

/** Whether an error is that of an aborted signal. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Whether an error is the loss of a device. */
export const isLoss = (error: unknown): boolean => error instanceof SegmenterError && error.code === 'device-lost';

/** Throws an `AbortError` where a signal is aborted. */
export const throwIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw abortError();
};

/** The `Error` that `data` stands for: a `SegmenterError`, or an `AbortError` where the code is `aborted`. */
export const fromErrorData = (data: ErrorData): Error =>
  data.code === 'aborted' ? abortError() : SegmenterError.from(data);

/** The same error where it is a `SegmenterError` or an abort; any other is wrapped as `internal`, with the original as its `cause`. */
export const codedError = (error: unknown): Error => {
  if (error instanceof SegmenterError) return error;
  if (error instanceof Error && isAbort(error)) return error;
  return new SegmenterError('internal', { reason: reasonOf(error) }, { cause: error });
};

/** The name and message of an error, or the thrown value where it is not an error. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : show(error);

/** What an error says, worded to fit within the sentence of another error: the reason of a `SegmenterError`, with the address that it names. */
export const reasonWithin = (error: unknown): Told => {
  if (error instanceof Damage) return error.reason;
  if (!(error instanceof SegmenterError)) return error instanceof Error ? error.message : show(error);
  const { url } = error.values;
  const reason = error.reasons.reason ?? error.values.reason;
  if (reason === undefined) return error.message.replace(/\.$/, '');
  if (url !== undefined) return because('reason-at')`${url}: ${reason}`;
  return reason instanceof Reason ? reason : String(reason);
};

const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(errorTexts, value);

/** Tells whether `value` is an error that crossed the worker boundary, or was written as JSON: a known code, and values for its text. */
export const isErrorData = (value: unknown): value is ErrorData => {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  const { code, values = {}, reasons = {} } = value as Readonly<Record<string, unknown>>;
  if (!isCode(code)) return false;
  if (typeof values !== 'object' || values === null || typeof reasons !== 'object' || reasons === null) return false;
  if (!Object.values(reasons).every((reason) => isReasonData(reason))) return false;
  return Object.values(values).every(isNumberOrText);
};

const isNumberOrText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Turns any thrown value into `ErrorData`; an unknown one gets the code `internal`. */
export const toErrorData = (error: unknown): ErrorData => {
  if (error instanceof SegmenterError) return error.toJSON();
  if (isAbort(error)) return { code: 'aborted', message: errorTexts.aborted, recoverable: true };
  return new SegmenterError('internal', { reason: reasonOf(error) }).toJSON();
};

/** Makes a `bad-parameter` error of a parameter's name, the value received and the value wanted. */
export const badParameter = (name: string, value: unknown, wanted: Told): SegmenterError =>
  new SegmenterError('bad-parameter', { name, value: show(value), wanted });
