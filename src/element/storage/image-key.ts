/** The key by which an image is recognised: the page's name for it, its address, or a digest of its content. */
import { isBlob } from '../../core/any-window.js';
import { badParameter, reasonOf } from '../../core/errors.js';
import { absolute } from '../../core/url.js';
import type { ImageInfo } from '../../worker/protocol.js';
import { addressOf } from '../viewer/sources.js';

/** Files up to this size are digested whole, larger ones in pieces; bytes. */
const WHOLE = 2 ** 24;
/** Pieces of a larger file, evenly spread, the first and the last byte among them: 64 of 64 KiB. */
const PIECES = 64;
const PIECE = 2 ** 16;

/** A page's name for an image, by its source; undefined where the image is known by its address or its content. */
export type NameImage = (source: unknown) => string | undefined;

/** Scheme of a name in place of an address, which no image can be opened by. */
const NAMED = 'name:';

/** The source of an image; of a tile source that is read by an address the address, since a viewer makes another object each time. */
export const identityOf = (source: unknown): unknown => {
  if (typeof source !== 'object' || source === null || isBlob(source)) return source;
  const { tileSource: its = source }: { readonly tileSource?: unknown } = source;
  if (typeof its !== 'object' || its === null) return its;
  const { url }: { readonly url?: unknown } = its;
  return addressOf(its) ?? (typeof url === 'string' && url.startsWith('blob:') ? url : source);
};

/**
 * What an image is known by: the page's name for it, in the form of an address, else its identity.
 * @throws SegmenterError `bad-parameter` where the page's function fails, or gives anything else
 */
export const named = (nameImage: NameImage | undefined, source: unknown): unknown => {
  if (nameImage === undefined || source === undefined) return identityOf(source);
  let name: unknown;
  try {
    name = nameImage(source);
    if (name === undefined || name === null) return identityOf(source);
    if (typeof name === 'string' && name !== '') return `${NAMED}${encodeURIComponent(name)}`;
  } catch (error) {
    throw badParameter('imageKey', source, `the function failed: ${reasonOf(error)}`);
  }
  throw badParameter('imageKey', name, 'the function must give a text of at least one character, or undefined');
};

/** The same; the identity where the page's function gives no sound name. */
export const knownAs = (nameImage: NameImage | undefined, source: unknown): unknown => {
  try {
    return named(nameImage, source);
  } catch {
    return identityOf(source);
  }
};

/**
 * A name that the page gave, the address without its user and its fragment, or `sha256:…` of a file; `undefined` for what has neither: tile sources made by a page,
 * `blob:` and `data:` addresses, and files where the page is not served securely.
 */
export const sourceKey = async (source: unknown): Promise<string | undefined> => {
  if (isBlob(source)) return globalThis.crypto?.subtle ? `sha256:${await digest(source)}` : undefined;
  const address = addressIn(source);
  if (address === undefined || !/^(https?|name):/.test(address)) return undefined;
  return withoutUser(address).replace(/#.*$/, '');
};

/** The URL without user name and password, which do not identify an image. */
export const withoutUser = (address: string): string => address.replace(/^(https?:\/\/)[^/?#]*@/, '$1');

/** An image's size, as keys have it. */
export const sizeKey = ({ width, height, stack }: Pick<ImageInfo, 'width' | 'height' | 'stack'>): string =>
  `${width}x${height}x${stack?.depth ?? 1}`;

/** The key of saved work. It includes the size: another size at the same address is another image. */
export const imageKey = (source: string, image: Pick<ImageInfo, 'width' | 'height' | 'stack'>): string =>
  `${source} ${sizeKey(image)}`;

/** A digest of pixels; `undefined` where the page is not served securely. */
export const pixelsKey = async (pixels: Uint8ClampedArray<ArrayBuffer>): Promise<string | undefined> =>
  globalThis.crypto?.subtle ? hashed(pixels) : undefined;

const addressIn = (source: unknown): string | undefined => {
  if (typeof source === 'string') return absolute(source);
  if (typeof source !== 'object' || source === null) return undefined;
  if ('tileSource' in source) return addressIn(source.tileSource);
  return 'url' in source && typeof source.url === 'string' ? absolute(source.url) : undefined;
};

const digest = async (file: Blob): Promise<string> => {
  const { size } = file;
  const pieces: BlobPart[] = [`${size}\n`];
  if (size <= WHOLE) pieces.push(file);
  else {
    for (let k = 0; k < PIECES; k++) {
      const start = Math.floor(((size - PIECE) * k) / (PIECES - 1));
      pieces.push(file.slice(start, start + PIECE));
    }
  }
  return hashed(await new Blob(pieces).arrayBuffer());
};

const hashed = async (bytes: BufferSource): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
