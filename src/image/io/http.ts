/** Fetching with patience, retries with back-off, and errors that say what to change on the server. */

import { isAbort, SegmenterError, throwIfAborted } from '../../core/errors.js';
import { lacking, watchPolicy } from '../../core/page-policy.js';
import { because, type Told } from '../../core/reasons.js';
import { isForeign } from '../../core/url.js';
import { readBody } from './body.js';
import { type FileVersion, ifUnchanged, refuseOther, versionOf } from './file-version.js';
import { patience, Silence } from './patience.js';
import { type AskRequest, requestInit } from './request.js';

/** Options of a request. */
export interface HttpOptions {
  readonly signal?: AbortSignal;
  /** First byte and number of bytes; a range beyond the end gives none. */
  readonly range?: readonly [offset: number, length: number];
  /** Number of bytes from the end of the file, in place of `range`. */
  readonly last?: number;
  /** Media types that the answer may have. */
  readonly accept?: string;
  /** Maximum number of bytes; a longer answer is an error. */
  readonly limit?: number;
  /** The file that was read from before: another one at the same address is an error. */
  readonly version?: FileVersion;
  /** Called before every attempt for headers and credentials. */
  readonly request?: AskRequest;
  /** The use of the browser's cache; by default that of a page for a whole file, and none for a range. */
  readonly cache?: RequestCache;
}

/** An answer to a request. */
export interface HttpAnswer {
  /** Bytes of a range from its first on, never more than were asked for, and fewer where the server sends fewer. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True where the server sent a range, false where it sent the whole. */
  readonly partial: boolean;
  readonly version: FileVersion;
  /** The media type, as far as the server says it. */
  readonly type: string;
}

const MOST_BYTES = 2 ** 30;
/** Most bytes before the range that a server may send with it. */
const MOST_BEFORE = 2 ** 20;
const transient: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A failure after which another attempt may succeed. */
class Transient extends Error {
  constructor(
    readonly reason: Told,
    readonly wait?: number,
    options?: ErrorOptions,
  ) {
    super(String(reason), options);
  }
}

/** A server that refuses these headers or credentials: 401 or 403. */
class Refused extends Error {
  constructor(
    reason: string,
    readonly status: number,
  ) {
    super(reason);
  }
}

const refusals: ReadonlySet<number> = new Set([401, 403]);

/** Schemes that browsers fetch by; a failure of another, which an application may have added, is not tried again. */
const FETCHED = /^(https?|data|blob):$/;
/** Failures of a server that says nothing of later; of the other transient ones it is too busy, or too slow. */
const BROKEN = /^HTTP 50[02]\b/;

const SILENT = 'silence';

/**
 * @throws SegmenterError `bad-parameter` (the host's function `request` failed), `access-denied` (401 or 403, also with other headers), `image-not-found` (any other refusal, failed after every try, or of a scheme that cannot be fetched), `image-unreadable` (the file changed, the
 *   answer is of another range, or the page's policy forbids the request), `cors` (the header that is missing named), `timeout` (the server is silent, or too busy at every try; `values.wait` has the seconds where it asks to wait) or `image-too-large`; rejects with
 *   `AbortError` once `signal` is aborted.
 */
export const download = async (url: string, options: HttpOptions = {}): Promise<HttpAnswer> => {
  let silent = 0;
  let waited = 0;
  let refused: number | undefined;
  for (let k = 1; ; k++) {
    throwIfAborted(options.signal);
    try {
      return await attempt(url, options, refused);
    } catch (error) {
      if (error instanceof Refused) {
        // A host may have a newer token; without one, another attempt is useless.
        if (refused !== undefined || options.request === undefined)
          throw new SegmenterError('access-denied', { url, reason: error.message });
        refused = error.status;
        continue;
      }
      if (!(error instanceof Transient)) throw error;
      if (error.message === SILENT) silent++;
      const pause = error.wait ?? patience.pause * 2 ** (k - 1);
      if (k >= patience.tries || silent >= patience.silentTries || pause > LONGEST_WAIT)
        throw await finalError(url, options, error, { tries: k, waited });
      await sleep(pause, options.signal);
      waited += pause;
    }
  }
};

/** Whether a server says that there is nothing at a URL. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof SegmenterError &&
  error.code === 'image-not-found' &&
  /^HTTP (404|410)\b/.test(String(error.values.reason));

const attempt = async (
  url: string,
  { range, last, accept, signal, version, request, cache: wanted, limit = MOST_BYTES }: HttpOptions,
  refused: number | undefined,
): Promise<HttpAnswer> => {
  const silence = new Silence();
  const policy = watchPolicy((blocked) => isAddress(blocked, url));
  const either = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  const part = range === undefined ? last && `-${last}` : `${range[0]}-${range[0] + range[1] - 1}`;
  const headers: Record<string, string> = {
    ...(accept === undefined ? {} : { accept }),
    ...(part === undefined ? {} : { range: `bytes=${part}`, ...(version ? ifUnchanged(url, version) : {}) }),
  };
  try {
    // Through its cache a browser asks for one range of an address at a time, the next once the last one’s answer began.
    const cache = wanted ?? (part === undefined ? 'default' : 'no-store');
    const init = await requestInit(url, request, headers, refused);
    const response = await fetch(url, { ...init, signal: either, cache });
    const refuse = async (error: unknown): Promise<never> => {
      // One that is being read is cancelled by its reader.
      await response.body?.cancel().catch(() => {});
      throw error;
    };
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 416 && part !== undefined) {
      await response.body?.cancel();
      const total = totalIn(response);
      return { bytes: new Uint8Array(0), partial: true, version: checked(url, response, total, version), type };
    }
    if (!response.ok) {
      const reason = `HTTP ${response.status} ${response.statusText}`.trimEnd();
      if (transient.has(response.status)) {
        const wait = retryAfter(response);
        if (wait === undefined) return await refuse(new Transient(reason));
        const asking = because('asks-to-wait')`${reason}: the server asks to wait ${wait} s`;
        return await refuse(new Transient(asking, wait * 1000));
      }
      if (refusals.has(response.status)) return await refuse(new Refused(reason, response.status));
      return await refuse(new SegmenterError('image-not-found', { url, reason }));
    }
    const heard = (bytes: number): void => silence.heard(bytes);
    try {
      if (response.status === 206 && last !== undefined) {
        const bytes = await readBody(response, url, { limit: last, heard });
        return { bytes, partial: true, version: checked(url, response, undefined, version), type };
      }
      if (response.status !== 206 || range === undefined) {
        checked(url, response, undefined, version);
        const bytes = await readBody(response, url, { limit, heard });
        return { bytes, partial: false, version: checked(url, response, bytes.length, version), type };
      }
      const { skip, enough, total } = partIn(response, url, range);
      const its = checked(url, response, total, version);
      return {
        bytes: await readBody(response, url, { limit, skip, enough, heard }),
        partial: true,
        version: its,
        type,
      };
    } catch (error) {
      return await refuse(error);
    }
  } catch (error) {
    if (error instanceof SegmenterError || error instanceof Transient || error instanceof Refused) throw error;
    throwIfAborted(signal);
    if (silence.signal.aborted) throw new Transient(SILENT, 0);
    if (isAbort(error)) throw error;
    const scheme = addressOf(url).protocol;
    if (!FETCHED.test(scheme)) {
      const reason = because(
        'scheme-unfetched',
      )`nothing can be fetched by ${scheme} here; http:, https:, data: or blob: will do`;
      throw new SegmenterError('image-not-found', { url, reason }, { cause: error });
    }
    const directive = await policy.directive();
    if (directive !== undefined) {
      const reason = lacking(originOf(url), directive);
      throw new SegmenterError('image-unreadable', { name: url, reason }, { cause: error });
    }
    throw new Transient(because('network-failed')`the network failed`, undefined, { cause: error });
  } finally {
    policy.end();
    silence.end();
  }
};

const addressOf = (url: string): URL => new URL(url, globalThis.location?.href);

/** The origin of an address as a content security policy names it. */
const originOf = (url: string): string => {
  const { origin } = addressOf(url);
  return origin === globalThis.location?.origin ? "'self'" : origin;
};

/** Whether a browser that blocked an address, of which it may tell the origin alone, means this one. */
const isAddress = (blocked: string, url: string): boolean => {
  const { href, hash, origin } = addressOf(url);
  return blocked === origin || blocked === (hash === '' ? href : href.slice(0, -hash.length));
};

/** The file that an answer is of, which must be the one that was read from before. */
const checked = (
  url: string,
  response: Response,
  total: number | undefined,
  before: FileVersion | undefined,
): FileVersion => {
  const version = versionOf(response, total);
  if (before !== undefined) refuseOther(url, before, version);
  return version;
};

/** Returns the requested part of the body of a 206 response. */
const partIn = (
  response: Response,
  url: string,
  [offset, length]: readonly [number, number],
): { readonly skip: number; readonly enough: number; readonly total: number | undefined } => {
  const unreadable = (reason: Told): SegmenterError => new SegmenterError('image-unreadable', { name: url, reason });
  if (/^multipart\//i.test(response.headers.get('content-type') ?? ''))
    throw unreadable(because('range-parts')`its server answers one range in several parts`);
  const said = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(response.headers.get('content-range') ?? '');
  if (!said) {
    // A cross-origin server may not expose the header.
    if (response.type === 'cors') return { skip: 0, enough: length, total: undefined };
    throw unreadable(because('range-unsaid')`its server answers a range without saying which`);
  }
  const [start, end] = [Number(said[1]), Number(said[2])];
  const skip = offset - start;
  if (skip < 0 || skip > MOST_BEFORE || end < offset)
    throw unreadable(
      because(
        'range-other',
      )`its server answers with bytes ${start} to ${end} where those from ${offset} on were asked for`,
    );
  return {
    skip,
    enough: Math.min(length, end + 1 - offset),
    total: said[3] === '*' ? undefined : Number(said[3]),
  };
};

/** The size of the whole as a 416 says it. */
const totalIn = (response: Response): number | undefined => {
  const total = /^\s*bytes\s+\*\/(\d+)\s*$/i.exec(response.headers.get('content-range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
};

/** Longest pause that a server may ask for, in milliseconds. */
const LONGEST_WAIT = 5000;

/** Seconds that a server asks to be left alone, as it says them or by a date. */
const retryAfter = (response: Response): number | undefined => {
  const said = response.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((Date.parse(said) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
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

/** `waited`: milliseconds of the pauses between the tries. */
const finalError = async (
  url: string,
  { range, last, signal }: HttpOptions,
  error: Transient,
  { tries, waited }: { readonly tries: number; readonly waited: number },
): Promise<SegmenterError> => {
  if (error.message === SILENT)
    return new SegmenterError('timeout', { what: url, limit: patience.silence * patience.silentTries, url });
  const reason = tries === 1 ? error.reason : because('after-tries')`${error.reason}, ${tries} tries`;
  if (error.cause === undefined && !BROKEN.test(error.message)) {
    const { wait } = error;
    const what = because('for-a-reason')`${url} (${reason})`;
    const limit = Math.max(waited, Math.min(wait ?? 0, LONGEST_WAIT));
    return new SegmenterError('timeout', { what, limit, url, reason, ...(wait && { wait: wait / 1000 }) });
  }
  const header =
    error.cause === undefined ? undefined : await missingHeader(url, (range ?? last) !== undefined, signal);
  if (header !== undefined) return new SegmenterError('cors', { url, header });
  return new SegmenterError('image-not-found', { url, reason }, { cause: error });
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
  if (!isForeign(url)) return undefined;
  const answers = async (init: RequestInit): Promise<boolean> => {
    try {
      const probe = AbortSignal.timeout(patience.silence);
      const either = signal === undefined ? probe : AbortSignal.any([signal, probe]);
      const response = await fetch(url, { ...init, signal: either });
      await response.body?.cancel();
      return true;
    } catch {
      return false;
    }
  };
  if (ranged && (await answers({ method: 'HEAD' }))) return 'Access-Control-Allow-Headers: Range';
  if (await answers({ method: 'HEAD', mode: 'no-cors' })) return `Access-Control-Allow-Origin: ${globalThis.origin}`;
  return undefined;
};
