/** Fetching with patience, retries with back-off, and errors that say what to change on the server. */

import { isAbort, SegmenterError, throwIfAborted } from '../../core/errors.js';
import { lacking, type PolicyWatch, watchPolicy } from '../../core/page-policy.js';
import { because } from '../../core/reasons.js';
import { isForeign } from '../../core/url.js';
import { answerIn, type HttpAnswer, type HttpOptions, Refused, Transient } from './answer.js';
import { ifUnchanged } from './file-version.js';
import { patience, Silence } from './patience.js';
import { requestInit } from './request.js';

/** Schemes that browsers fetch by; a failure of another, which an application may have added, is not tried again. */
const FETCHED = /^(https?|data|blob):$/;
/** Failures of a server that says nothing of later; of the other transient ones it is too busy, or too slow. */
const BROKEN = /^HTTP 50[02]\b/;

const SILENT = 'silence';

/**
 * Downloads a file, or a part of one.
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

const attempt = async (url: string, options: HttpOptions, refused: number | undefined): Promise<HttpAnswer> => {
  const { range, last, accept, signal, version, request, cache: wanted } = options;
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
    try {
      return await answerIn(response, url, options, (bytes) => silence.heard(bytes));
    } catch (error) {
      // One that is being read is cancelled by its reader.
      await response.body?.cancel().catch(() => {});
      throw error;
    }
  } catch (error) {
    if (error instanceof SegmenterError || error instanceof Transient || error instanceof Refused) throw error;
    throwIfAborted(signal);
    if (silence.signal.aborted) throw new Transient(SILENT, 0);
    throw isAbort(error) ? error : await unanswered(url, policy, error);
  } finally {
    policy.end();
    silence.end();
  }
};

/** Why a request has no answer, as far as the page can tell. */
const unanswered = async (url: string, policy: PolicyWatch, cause: unknown): Promise<Error> => {
  const scheme = addressOf(url).protocol;
  if (!FETCHED.test(scheme)) {
    const reason = because(
      'scheme-unfetched',
    )`nothing can be fetched by ${scheme} here; http:, https:, data: or blob: will do`;
    return new SegmenterError('image-not-found', { url, reason }, { cause });
  }
  const directive = await policy.directive();
  if (directive === undefined)
    return new Transient(because('network-failed')`the network failed`, undefined, { cause });
  const reason = lacking(originOf(url), directive);
  return new SegmenterError('image-unreadable', { name: url, reason }, { cause });
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

/** Longest pause that a server may ask for, in milliseconds. */
const LONGEST_WAIT = 5000;

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
