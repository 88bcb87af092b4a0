/** What a server answers to a request: the bytes that were asked for, or why there are none. */

import { SegmenterError } from '../../core/errors.js';
import { because, type Told } from '../../core/reasons.js';
import { readBody } from './body.js';
import { type FileVersion, refuseOther, versionOf } from './file-version.js';
import type { AskRequest } from './request.js';

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

const refusals: ReadonlySet<number> = new Set([401, 403]);

/** A failure after which another attempt may succeed. */
export class Transient extends Error {
  constructor(
    readonly reason: Told,
    readonly wait?: number,
    options?: ErrorOptions,
  ) {
    super(String(reason), options);
  }
}

/** A server that refuses these headers or credentials: 401 or 403. */
export class Refused extends Error {
  constructor(
    reason: string,
    readonly status: number,
  ) {
    super(reason);
  }
}

/**
 * The bytes of a response, checked against what was asked for.
 * @param heard called for everything that is received
 * @throws `Transient` or `Refused` for a status that may be another later, or with other headers; SegmenterError `image-not-found` (any
 *   other refusal), `image-unreadable` (another file or range than was asked for) or `image-too-large`
 */
export const answerIn = async (
  response: Response,
  url: string,
  { range, last, limit = MOST_BYTES, version: before }: HttpOptions,
  heard: (bytes: number) => void,
): Promise<HttpAnswer> => {
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  const versionWith = (total: number | undefined): FileVersion => checked(url, response, total, before);
  if (status === 416 && (range ?? last) !== undefined) {
    await response.body?.cancel();
    return { bytes: new Uint8Array(0), partial: true, version: versionWith(totalIn(response)), type };
  }
  if (!response.ok) throw refusalIn(response, url);
  if (status === 206 && last !== undefined) {
    const bytes = await readBody(response, url, { limit: last, heard });
    return { bytes, partial: true, version: versionWith(undefined), type };
  }
  if (status !== 206 || range === undefined) {
    versionWith(undefined);
    const bytes = await readBody(response, url, { limit, heard });
    return { bytes, partial: false, version: versionWith(bytes.length), type };
  }
  const { skip, enough, total } = partIn(response, url, range);
  const version = versionWith(total);
  return { bytes: await readBody(response, url, { limit, skip, enough, heard }), partial: true, version, type };
};

/** The error of a status that is no success. */
const refusalIn = (response: Response, url: string): Error => {
  const reason = `HTTP ${response.status} ${response.statusText}`.trimEnd();
  if (transient.has(response.status)) {
    const wait = retryAfter(response);
    if (wait === undefined) return new Transient(reason);
    return new Transient(because('asks-to-wait')`${reason}: the server asks to wait ${wait} s`, wait * 1000);
  }
  if (refusals.has(response.status)) return new Refused(reason, response.status);
  return new SegmenterError('image-not-found', { url, reason });
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

/** Seconds that a server asks to be left alone, as it says them or by a date. */
const retryAfter = (response: Response): number | undefined => {
  const said = response.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((Date.parse(said) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
};
