/** Pictures at addresses, fetched once for engine and viewer together. */
import { isForeign } from '../../core/url.js';
import { download } from '../../image/io/http.js';
import { MOST_PICTURE_BYTES } from '../../image/io/most-bytes.js';
import type { AskRequest } from '../../image/io/request.js';

/** Options of the fetch of a picture. */
export interface PictureOptions {
  /** The page's headers and credentials. */
  readonly request: AskRequest | undefined;
  readonly signal: AbortSignal;
  /** True where a viewer shows the picture: what the browser has kept of it is taken, as it is what is shown. */
  readonly shown?: boolean;
}

/** The whole picture. Rejects with `image-not-found`, `access-denied`, `image-too-large`, `cors`, `timeout` or an `AbortError`. */
export const fetchPicture = async (url: string, { request, signal, shown }: PictureOptions): Promise<Blob> => {
  const { bytes, type } = await download(url, {
    limit: MOST_PICTURE_BYTES,
    signal,
    ...(request ? { request } : {}),
    ...(shown ? { cache: 'force-cache' } : {}),
  });
  return new Blob([bytes], { type });
};

/**
 * Whether what a viewer keeps of a picture may be looked at: the browser keeps a picture of another origin that was not asked for by its rules in a
 * form that no script reads.
 */
export const isReadable = (url: string, crossOriginPolicy: unknown): boolean =>
  !isForeign(url) || typeof crossOriginPolicy === 'string';
