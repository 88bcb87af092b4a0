/**
 * DICOMweb (PS3.18): the metadata of a series and the frames of its instances. Through the engine's own requests, and not the
 * package `dicomweb-client`: they ask the host for its token each time, try again, end with a signal, and run in Node.
 */

import { isAbort, reasonWithin, SegmenterError } from '../../../core/errors.js';
import { because, Damage, type Told } from '../../../core/reasons.js';
import { download } from '../../io/http.js';
import type { AskRequest } from '../../io/request.js';
import { type Dataset, datasetsOf, tags, textOf } from './dataset.js';
import { SERIES } from './series-address.js';
import type { FramePlace } from './slide-level.js';

/** A series of instances, and the bytes of their frames. */
export interface DicomSeries {
  readonly instances: readonly Dataset[];
  frame(place: FramePlace, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Most bytes of the metadata, and of a frame. */
const MOST_METADATA = 2 ** 28;
const MOST_FRAME = 2 ** 28;

/** Frames as they are stored, by whatever name a server has for that. */
const STORED = [
  'multipart/related; type="application/octet-stream"; transfer-syntax=*',
  'multipart/related; type="image/jpeg"',
  'multipart/related; type="image/jp2"',
  'multipart/related; type="application/octet-stream"',
].join(', ');

/** Rejects with `image-not-found`, `access-denied`, `image-unreadable`, `cors`, `timeout` or an `AbortError`. */
export const openDicomWeb = async (
  address: string,
  { request, signal }: { readonly request?: AskRequest | undefined; readonly signal?: AbortSignal | undefined },
): Promise<DicomSeries> => {
  const [, base, query = ''] = SERIES.exec(address) ?? [];
  const bad = (reason: Told, cause?: unknown): SegmenterError =>
    new SegmenterError('image-unreadable', { name: address, reason }, { cause });
  const accept = 'application/dicom+json';
  const { bytes } = await download(`${base}/metadata${query}`, { accept, request, signal, limit: MOST_METADATA });
  let instances: readonly Dataset[];
  try {
    instances = datasetsOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw bad(because('metadata-no-json')`its metadata is no JSON`, cause);
  }
  if (instances.length === 0) throw bad(because('no-instances')`the series has no instances`);
  return {
    instances,
    frame: async ({ instance, frame }, either) => {
      const uid = textOf(instances[instance] ?? {}, tags.sopInstance);
      if (uid === undefined) throw bad(because('instance-no-uid')`instance ${instance + 1} has no UID`);
      const url = `${base}/instances/${encodeURIComponent(uid)}/frames/${frame}${query}`;
      const answer = await download(url, { accept: STORED, request, signal: either, limit: MOST_FRAME });
      try {
        return partOf(answer.bytes, answer.type);
      } catch (cause) {
        if (isAbort(cause) || !(cause instanceof RangeError)) throw cause;
        throw bad(because('frame-of')`frame ${frame} of ${uid}: ${reasonWithin(cause)}`, cause);
      }
    },
  };
};

const LINE = [13, 10];

/**
 * The first part of a multipart answer (RFC 2046); the whole where it is none.
 * @throws RangeError where the parts cannot be told apart
 */
export const partOf = (bytes: Uint8Array, type: string): Uint8Array => {
  if (!/^multipart\//i.test(type) && !(bytes[0] === 45 && bytes[1] === 45)) return bytes;
  const named = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  const firstLine = bytes.subarray(0, Math.max(0, find(bytes, LINE, 0)));
  const boundary = named === undefined ? firstLine : new TextEncoder().encode(`--${named}`);
  const start = find(bytes, boundary, 0);
  if (boundary.length < 3 || start < 0)
    throw new Damage(because('multipart-boundary')`a multipart answer without its boundary`);
  const body = find(bytes, [...LINE, ...LINE], start + boundary.length);
  const headers = new TextDecoder().decode(bytes.subarray(start + boundary.length, Math.max(0, body)));
  const length = Number(/^content-length:\s*(\d+)\s*$/im.exec(headers)?.[1] ?? Number.NaN);
  if (body < 0) throw new Damage(because('multipart-body')`a multipart answer without a body`);
  const from = body + 4;
  const until =
    length >= 0 && from + length <= bytes.length ? from + length : find(bytes, [...LINE, ...boundary], from);
  if (until < 0) throw new Damage(because('multipart-cut')`a multipart answer that is cut short`);
  return bytes.subarray(from, until);
};

/** The place of some bytes among others, from a place on; −1 where they are not there. */
const find = (bytes: Uint8Array, wanted: ArrayLike<number>, from: number): number => {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    let k = 1;
    while (k < wanted.length && bytes[at + k] === wanted[k]) k++;
    if (k === wanted.length) return at;
  }
  return -1;
};
