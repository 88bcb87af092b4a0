/** Opens an image by its content, or by its name where the content is not recognised. Formats are loaded when first needed. */

import { fileName } from '../core/any-window.js';
import { SegmenterError, show, throwIfAborted } from '../core/errors.js';
import { coded, optionsOf, reading, signalOf } from '../core/given.js';
import { loaded } from '../core/later.js';
import { isDescriptorPath, isPicturePath } from '../core/path-kinds.js';
import { because } from '../core/reasons.js';
import { absolute as addressOf, lastPart } from '../core/url.js';
import { ArraySource, checkedSamples } from './array-source.js';
import { checkSpec } from './check-spec.js';
import { beginningOf, decodePicture, noPicture, pictureFormat } from './codecs/decode.js';
import { seriesAddress } from './formats/dicom/series-address.js';
import { isGzip, isNifti } from './formats/nifti/magic.js';
import { httpKeys, zarrRoot } from './formats/zarr/keys.js';
import type { ImageSpec } from './image-spec.js';
import { type Bytes, blobBytes, UrlBytes } from './io/bytes.js';
import { download } from './io/http.js';
import { checkPictureSize, MOST_PICTURE_BYTES } from './io/most-bytes.js';
import type { AskRequest } from './io/request.js';
import type { OpenedImage, Placement } from './samples.js';

/** Options of the opening of an image. */
export interface OpenOptions {
  readonly signal?: AbortSignal;
}

/** Reads a whole file that a descriptor names, such as a tile, of at most `limit` bytes from a server. Rejects with a coded error. */
export type ReadPart = (url: string, signal: AbortSignal, limit: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Origin of an image's bytes. */
export interface Origin {
  /** URL to which the tiles of a descriptor are relative; without it, only single-file images can be opened. */
  readonly url?: string;
  /** Reads the tiles; over the network when not given. */
  readonly readPart?: ReadPart;
  readonly signal?: AbortSignal;
}

const fetchPart =
  (request?: AskRequest): ReadPart =>
  async (url, signal, limit) =>
    (await download(url, { signal, limit, ...(request ? { request } : {}) })).bytes;

/** Maximum size of a descriptor, in bytes. */
const MOST_TEXT = 2 ** 22;

/**
 * @throws SegmenterError `image-not-found`, `access-denied`, `image-unreadable`, `image-too-large`, `cors`, `timeout`, `unsupported` or
 *   `bad-parameter`; rejects with `AbortError` once `signal` is aborted.
 */
export const open = (given: ImageSpec, options?: OpenOptions): Promise<OpenedImage> =>
  coded(() => {
    const signal = signalOf(optionsOf(options, 'signal').signal);
    throwIfAborted(signal);
    return openSpec(
      reading('image', () => checkSpec(given)),
      signal,
    );
  });

const openSpec = async (spec: ImageSpec, signal: AbortSignal | undefined): Promise<OpenedImage> => {
  switch (spec.kind) {
    case 'samples':
      return reading(
        'image',
        () => new ArraySource(checkedSamples(spec), { name: spec.name, placement: spec.placement }),
      );
    case 'url': {
      const url = absolute(spec.url);
      const series = seriesAddress(url);
      if (series !== undefined) return placed(await openSeries(absolute(series), spec, signal), spec.placement);
      const root = zarrRoot(new URL(url).pathname);
      if (root !== undefined) {
        const { openZarr } = await loaded(import('./formats/zarr/zarr-source.js'));
        const keys = httpKeys(url, spec.request);
        return placed(await openZarr(keys, spec.name ?? lastPart(root), signal), spec.placement);
      }
      const name = spec.name ?? lastPart(url);
      const bytes = new UrlBytes(url, spec.request);
      // A file that will be read completely is requested as a whole: a browser need not take a range from a file in its cache.
      const { pathname } = new URL(url);
      if (isPicturePath(pathname)) await bytes.whole(MOST_PICTURE_BYTES, signal);
      else if (isDescriptorPath(pathname)) await bytes.whole(MOST_TEXT, signal);
      const image = await openBytes(bytes, name, { url, readPart: fetchPart(spec.request), signal });
      return placed(image, spec.placement);
    }
    case 'blob': {
      const name = spec.name ?? fileName(spec.blob) ?? 'file';
      return placed(await openBytes(blobBytes(spec.blob, name), name, { signal }), spec.placement);
    }
    case 'tiles':
      return (await loaded(import('./formats/tiles-source.js'))).openTiles(spec, signal);
  }
};

const openSeries = async (
  address: string,
  { name, request }: Extract<ImageSpec, { kind: 'url' }>,
  signal: AbortSignal | undefined,
): Promise<OpenedImage> => {
  const { openDicomWeb } = await loaded(import('./formats/dicom/dicomweb.js'));
  const { openDicom } = await loaded(import('./formats/dicom/dicom-source.js'));
  return openDicom(await openDicomWeb(address, { request, signal }), name ?? lastPart(address));
};

/** An image without a placement of its own gets the host's. */
const placed = (image: OpenedImage, placement: Placement | undefined): OpenedImage =>
  placement === undefined || image.placement !== undefined ? image : Object.assign(image, { placement });

/**
 * Opens an image of any format by its bytes.
 * @throws SegmenterError as `open` does
 */
export const openBytes = async (
  bytes: Bytes,
  name: string,
  { url, readPart = fetchPart(), signal }: Origin = {},
): Promise<OpenedImage> => {
  const options = signal === undefined ? {} : { signal };
  const head = await bytes.read(0, 4096, { near: true, ...options });
  if (head.length === 0)
    throw new SegmenterError('image-unreadable', { name, reason: because('is-empty')`it is empty` });
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some((magic) => startsWith(head, magic))) {
    const { openTiff } = await loaded(import('./formats/tiff/tiff-source.js'));
    return openTiff(bytes, name, signal);
  }
  if (startsWith(head, 'ZISRAWFILE')) {
    const { openCzi } = await loaded(import('./formats/czi/czi-source.js'));
    return openCzi(bytes, name, signal);
  }
  // Nothing else that is read here is gzipped.
  if (isGzip(head) || isNifti(head)) {
    const { readNifti } = await loaded(import('./formats/nifti/nifti.js'));
    const { VolumeSource } = await loaded(import('./formats/volume/volume-source.js'));
    return new VolumeSource(await readNifti(bytes, head, name, signal), 'nifti');
  }
  const format = pictureFormat(head);
  if (format !== undefined) {
    checkPictureSize(name, bytes.size ?? 0, format);
    const content = await bytes.whole(MOST_PICTURE_BYTES, signal);
    throwIfAborted(signal);
    return new ArraySource(await decodePicture(content, name), { name, format });
  }
  const start = beginningOf(head);
  const descriptor = start.startsWith('<')
    ? (await loaded(import('../core/xml.js'))).firstElement(start, 'Image')?.TileSize !== undefined
    : start.startsWith('{');
  if (!descriptor)
    throw new SegmenterError('image-unreadable', {
      name,
      reason: noPicture(start),
    });
  if (url === undefined)
    throw new SegmenterError('unsupported', {
      what: because('local-file')`the descriptor ${name} from a file`,
      reason: because('no-tiles')`its tiles cannot be reached; give its address instead`,
    });
  const text = new TextDecoder().decode(await bytes.whole(MOST_TEXT, signal)).replace(/^\ufeff/, '');
  return text.trimStart().startsWith('{') && !/"TileSize"/.test(text)
    ? (await loaded(import('./formats/iiif-source.js'))).openIiif(url, text, name, readPart, signal)
    : (await loaded(import('./formats/dzi-source.js'))).openDzi(url, text, name, readPart, signal);
};

const startsWith = (head: Uint8Array, magic: string): boolean =>
  String.fromCharCode(...head.subarray(0, magic.length)) === magic;

const absolute = (url: string): string => {
  const found = addressOf(url);
  if (found !== undefined) return found;
  throw new SegmenterError('image-not-found', { url: show(url), reason: because('no-address')`it is no address` });
};
