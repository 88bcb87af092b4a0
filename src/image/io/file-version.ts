/** Version of a file on a server, which tells whether it is still the one that was read from before (RFC 9110, sections 8.8 and 13.1.5). */

import { SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import { isForeign } from '../../core/url.js';

/** Marks of one version of a file. */
export interface FileVersion {
  readonly etag?: string;
  /** `Last-Modified` as it stands. */
  readonly modified?: string;
  /** Bytes of the whole. */
  readonly total?: number;
}

/** The version that an answer is of; `total` are the bytes of the whole file. */
export const versionOf = (response: Response, total: number | undefined): FileVersion => {
  const etag = response.headers.get('etag');
  const modified = response.headers.get('last-modified');
  return {
    ...(etag === null ? {} : { etag }),
    ...(modified === null ? {} : { modified }),
    ...(total === undefined ? {} : { total }),
  };
};

/** A server that packs an answer marks its tag as weak, or adds the packing's name. */
const plainTag = (etag: string): string => etag.replace(/^W\//, '').replace(/[-;](gzip|br|zstd|deflate)"$/, '"');

/** Whether two responses cannot be of the same file; marks that only one of them has are ignored. */
const differ = (a: FileVersion, b: FileVersion): boolean =>
  (a.etag !== undefined && b.etag !== undefined && plainTag(a.etag) !== plainTag(b.etag)) ||
  (a.modified !== undefined && b.modified !== undefined && a.modified !== b.modified) ||
  (a.total !== undefined && b.total !== undefined && a.total !== b.total);

/** @throws SegmenterError `image-unreadable` where they differ */
export const refuseOther = (url: string, before: FileVersion, now: FileVersion): void => {
  if (!differ(before, now)) return;
  const reason = because('changed')`it changed on the server while it was read; open it again`;
  throw new SegmenterError('image-unreadable', { name: url, reason });
};

/** Merges two versions; the first takes precedence. */
export const merged = (a: FileVersion, b: FileVersion): FileVersion => ({ ...b, ...a });

/**
 * The header that makes a server send all of a file that has changed, and the range of one that has not. A page may send it
 * to its own server only: others must allow it by name, which few do.
 */
export const ifUnchanged = (url: string, { etag, modified }: FileVersion): Record<string, string> => {
  if (isForeign(url)) return {};
  const strong = etag !== undefined && !etag.startsWith('W/') ? etag : undefined;
  const condition = strong ?? (etag === undefined ? modified : undefined);
  return condition === undefined ? {} : { 'if-range': condition };
};
