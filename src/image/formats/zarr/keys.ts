/** The files of a Zarr hierarchy by their keys, at an address. */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import { download, isAbsent } from '../../io/http.js';
import type { AskRequest } from '../../io/request.js';

/** Part of a file: bytes from an offset on, or the last ones. */
export type KeyRange = { readonly offset: number; readonly length: number } | { readonly suffixLength: number };

/** Reads the files below a hierarchy's root; `undefined` where there is no file of that key. A key starts with a slash. */
export interface Keys {
  /** Address or path of the root, for messages. */
  readonly name: string;
  get(key: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  range(key: string, range: KeyRange, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** Files that hold the metadata of an array or a group. */
const METADATA = /\/?(zarr\.json|\.zattrs|\.zgroup|\.zarray|\.zmetadata)$/;

/** Whether a key is that of metadata. */
export const isMetadata = (key: string): boolean => METADATA.test(key);

/** Most bytes of a file, and of a part of one. */
const MOST_BYTES = 2 ** 28;

/** The root of the hierarchy that a path names by itself or by one of its metadata files; `undefined` where it names none. */
export const zarrRoot = (path: string): string | undefined => {
  if (METADATA.test(path)) return path.replace(METADATA, '');
  return /\.zarr(\/|$)/i.test(path) ? path.replace(/\/+$/, '') : undefined;
};

/** The address `base` of a root, and the query that all of its files get. */
export const httpKeys = (url: string, request?: AskRequest): Keys => {
  const base = new URL(url);
  const path = zarrRoot(base.pathname) ?? base.pathname;
  const addressOf = (key: string): string => {
    const address = new URL(base);
    address.pathname = `${path}${key}`;
    return address.href;
  };
  const read = async (
    key: string,
    part: { readonly range?: readonly [number, number]; readonly last?: number },
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array | undefined> => {
    try {
      const { bytes, partial } = await download(addressOf(key), { ...part, signal, request, limit: MOST_BYTES });
      if (partial) return bytes;
      // A server without ranges sent the whole.
      if (part.last !== undefined) return bytes.subarray(Math.max(0, bytes.length - part.last));
      const [offset, length] = part.range ?? [0, bytes.length];
      return bytes.subarray(offset, offset + length);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  };
  return {
    name: url,
    get: (key, signal) => read(key, {}, signal),
    range: (key, range, signal) =>
      'suffixLength' in range
        ? read(key, { last: range.suffixLength }, signal)
        : read(key, { range: [checked(range.offset, url), checked(range.length, url)] }, signal),
  };
};

/** An offset or a length out of a shard's index, which may say anything. */
const checked = (count: number, name: string): number => {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new SegmenterError('image-unreadable', {
    name,
    reason: because('shard-index')`an index of its shards says ${count}`,
  });
};
