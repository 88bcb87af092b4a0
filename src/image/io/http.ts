/** Fetching with deadlines, retries with back-off, and errors that say what to change on the server. */
import { isAbort, SegmenterError, throwIfAborted } from '../../core/errors.js';

export interface HttpOptions {
  readonly signal?: AbortSignal;
  /** First byte and number of bytes; a range beyond the end gives none. */
  readonly range?: readonly [offset: number, length: number];
  /** Most bytes taken; a longer answer is an error. */
  readonly limit?: number;
}

export interface HttpAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True where the server sent the range that was asked for, false where it sent the whole. */
  readonly partial: boolean;
  /** Size of the whole, where the server tells. */
  readonly total?: number;
}

/** How patient the client is; tests make it hasty. */
export const patience = {
  /** Tries in all. */
  tries: 4,
  /** Milliseconds before the second try; doubled each time. */
  pause: 200,
  /** Milliseconds a try may take. */
  deadline: 30_000,
};

const MOST_BYTES = 2 ** 30;
const transient: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A failure that a further try may cure. */
class Transient extends Error {
  constructor(
    reason: string,
    readonly wait?: number,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/**
 * @throws SegmenterError `image-not-found` (refused, or failed after every try), `cors` (the header that is missing
 *   named), `timeout` or `image-too-large`; rejects with `AbortError` once `signal` is aborted.
 */
export const download = async (url: string, options: HttpOptions = {}): Promise<HttpAnswer> => {
  for (let k = 1; ; k++) {
    throwIfAborted(options.signal);
    try {
      return await attempt(url, options);
    } catch (error) {
      if (!(error instanceof Transient)) throw error;
      if (k >= patience.tries) throw await finalError(url, options, error, k);
      await sleep(error.wait ?? patience.pause * 2 ** (k - 1), options.signal);
    }
  }
};

const attempt = async (url: string, options: HttpOptions): Promise<HttpAnswer> => {
  const { range, signal } = options;
  const deadline = AbortSignal.timeout(patience.deadline);
  const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  const headers: Record<string, string> =
    range === undefined ? {} : { Range: `bytes=${range[0]}-${range[0] + range[1] - 1}` };
  try {
    // Through its cache a browser asks for one range of an address at a time, the next once the last one’s answer began.
    const cache: RequestCache = range === undefined ? 'default' : 'no-store';
    const response = await fetch(url, { signal: either, headers, cache });
    if (response.status === 416 && range !== undefined) {
      await response.body?.cancel();
      return { bytes: new Uint8Array(0), partial: true };
    }
    if (!response.ok) {
      await response.body?.cancel();
      const reason = `HTTP ${response.status} ${response.statusText}`.trimEnd();
      if (transient.has(response.status)) throw new Transient(reason, retryAfter(response));
      throw new SegmenterError('image-not-found', { url, reason });
    }
    const bytes = await bodyOf(response, url, options.limit ?? MOST_BYTES);
    const partial = response.status === 206;
    const total = partial ? totalOf(response) : bytes.length;
    return { bytes, partial, ...(total === undefined ? {} : { total }) };
  } catch (error) {
    if (error instanceof SegmenterError || error instanceof Transient) throw error;
    throwIfAborted(signal);
    if (deadline.aborted) throw new Transient('timeout', 0);
    if (isAbort(error)) throw error;
    throw new Transient('the network failed', undefined, { cause: error });
  }
};

const bodyOf = async (response: Response, url: string, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
  const declared = Number(response.headers.get('content-length') ?? 0);
  const tooLarge = (size: number): SegmenterError =>
    new SegmenterError('image-too-large', { name: url, size: `${size} bytes`, limit: `${limit} bytes` });
  if (declared > limit) {
    await response.body?.cancel();
    throw tooLarge(declared);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    size += value.length;
    if (size > limit) {
      await reader?.cancel();
      throw tooLarge(size);
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

const totalOf = (response: Response): number | undefined => {
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  return Number.isFinite(total) ? total : undefined;
};

const retryAfter = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 && seconds <= 5 ? seconds * 1000 : undefined;
};

const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      signal?.removeEventListener('abort', done);
      clearTimeout(timer);
      try {
        throwIfAborted(signal);
        resolve();
      } catch (error) {
        reject(error);
      }
    }
    signal?.addEventListener('abort', done, { once: true });
  });

const finalError = async (
  url: string,
  { range, signal }: HttpOptions,
  error: Transient,
  tries: number,
): Promise<SegmenterError> => {
  if (error.message === 'timeout') return new SegmenterError('timeout', { what: url, limit: patience.deadline });
  const header = error.cause === undefined ? undefined : await missingHeader(url, range !== undefined, signal);
  if (header !== undefined) return new SegmenterError('cors', { url, header });
  return new SegmenterError('image-not-found', { url, reason: `${error.message}, ${tries} tries` }, { cause: error });
};

/**
 * A browser does not say why `fetch` failed. If the server answers a request whose answer may not be looked at, it is
 * there, and only its headers are missing; if it answers one without `Range`, only that header is not allowed.
 */
const missingHeader = async (
  url: string,
  ranged: boolean,
  signal: AbortSignal | undefined,
): Promise<string | undefined> => {
  const page = globalThis.location?.origin;
  if (page === undefined || new URL(url, globalThis.location.href).origin === page) return undefined;
  const answers = async (init: RequestInit): Promise<boolean> => {
    try {
      const probe = AbortSignal.timeout(patience.deadline);
      const either = signal === undefined ? probe : AbortSignal.any([signal, probe]);
      const response = await fetch(url, { ...init, signal: either });
      await response.body?.cancel();
      return true;
    } catch {
      return false;
    }
  };
  if (ranged && (await answers({ method: 'HEAD' }))) return 'Access-Control-Allow-Headers: Range';
  if (await answers({ method: 'HEAD', mode: 'no-cors' })) return `Access-Control-Allow-Origin: ${page}`;
  return undefined;
};
