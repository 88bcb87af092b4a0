/** The kinds of `src`: for each, how the viewer shows it and how the engine reads it. */

import type OpenSeadragon from 'openseadragon';
import { fileName, isBlob } from '../../core/any-window.js';
import { badParameter } from '../../core/errors.js';
import { reading } from '../../core/given.js';
import { isDescriptorPath, isPicturePath } from '../../core/path-kinds.js';
import { absolute, lastPart } from '../../core/url.js';
import type { ImageSpec } from '../../image/image-spec.js';

/** A URL, a file, or any tile source that OpenSeadragon takes. */
export type Source = string | Blob | OpenSeadragon.TileSource | object;

/** `src`, unless it is empty. */
export const sourceOf = ({ src }: { readonly src?: unknown }): unknown =>
  src === '' || src === null ? undefined : src;

/** The viewer's way to the tiles. */
export type Display =
  /** By itself, from what OpenSeadragon takes: an object, never an address, which it might run as a script. */
  | { readonly kind: 'viewer'; readonly tileSource: object; readonly placing?: object }
  /** From a picture that browsers decode: a file, or an address, from which engine and viewer get it together. */
  | { readonly kind: 'picture'; readonly from: Blob | string }
  /** From a descriptor at an address, which is fetched and read here. */
  | { readonly kind: 'descriptor'; readonly url: string }
  /** As pictures that the engine draws. */
  | { readonly kind: 'engine' };

/** The way to show an image and to read it. */
export interface SourcePlan {
  readonly name: string;
  /** The engine's specification; missing of a picture that is to be fetched, and where the viewer's tiles give the samples. */
  readonly spec?: ImageSpec;
  readonly display: Display;
}

/** Media types of pictures that browsers decode. The engine draws all others. */
const PLAIN_TYPE = /^image\/(png|jpeg|webp|gif|bmp|avif)$/i;
const SCIENTIFIC = /\.(tiff?|svs|ndpi|scn|bif|ome|nii(\.gz)?)$/i;

const pathOf = (url: string): string => {
  const address = absolute(url);
  return address === undefined ? url : new URL(address).pathname;
};

/** The folder of an `info.json`. */
const nameOf = (url: string): string => lastPart((absolute(url) ?? url).replace(/\/info\.json(?=$|[?#])/i, ''));

/** The tile source of a picture at an address. */
export const pictureTiles = (url: string): object => ({ type: 'image', url, buildPyramid: true });

const planUrl = (src: string): SourcePlan => {
  // The engine reports what is wrong with an invalid address.
  const [, scheme = '', address = src] = /^(dicomweb:)(.*)$/i.exec(src) ?? [];
  const url = `${scheme}${absolute(address) ?? address}`;
  const name = src.startsWith('data:') ? 'image' : nameOf(url);
  const spec: ImageSpec = { kind: 'url', url, name };
  const path = pathOf(url);
  if (isDescriptorPath(path)) return { name, spec, display: { kind: 'descriptor', url } };
  if (isPicturePath(path)) return { name, display: { kind: 'picture', from: url } };
  if (src.startsWith('data:image/')) {
    return { name, spec, display: { kind: 'viewer', tileSource: pictureTiles(url) } };
  }
  return { name, spec, display: { kind: 'engine' } };
};

const planBlob = (blob: Blob): SourcePlan => {
  const name = fileName(blob) ?? 'image';
  const spec: ImageSpec = { kind: 'blob', blob, name };
  const plain = PLAIN_TYPE.test(blob.type) || (blob.type === '' && isPicturePath(name));
  if (!plain || SCIENTIFIC.test(name)) return { name, spec, display: { kind: 'engine' } };
  return { name, spec, display: { kind: 'picture', from: blob } };
};

const refuse = (source: unknown): never => {
  throw badParameter('src', source, 'it must be an address, a File or Blob, or an OpenSeadragon tile source');
};

/** Plain data, a descriptor as XML document, or an instance of a tile source: of this window's OpenSeadragon, or of another. */
const isTileSource = (source: unknown): source is object => {
  if (typeof source !== 'object' || source === null) return false;
  const prototype: unknown = Object.getPrototypeOf(source);
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain || source instanceof Document || ('getTileUrl' in source && typeof source.getTileUrl === 'function');
};

/** Throws `bad-parameter` where `src` is nothing that can be opened. */
export const planOf = (source: unknown): SourcePlan => reading('src', () => planFor(source));

const planFor = (source: unknown): SourcePlan => {
  if (typeof source === 'string') return planUrl(source);
  if (isBlob(source)) return planBlob(source);
  if (!isTileSource(source)) return refuse(source);
  if (!('tileSource' in source)) return { name: 'image', display: { kind: 'viewer', tileSource: source } };
  // The object may also give OpenSeadragon's options, such as a position.
  const { tileSource, ...placing } = source;
  // An address in the object is treated like an address alone.
  if (typeof tileSource === 'string') return planUrl(tileSource);
  if (!isTileSource(tileSource)) return refuse(source);
  return { name: 'image', display: { kind: 'viewer', tileSource, placing } };
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether an address is that of a picture that browsers decode. */
export const isPicture = (url: string): boolean => isPicturePath(pathOf(url));

/** The address that a viewer's image is read by; `undefined` where the viewer's tiles are read. */
export const addressOf = (source: object): string | undefined => {
  const url = 'url' in source ? text(source.url) : undefined;
  if ('tilesUrl' in source) {
    const tiles = text(source.tilesUrl);
    // OpenSeadragon keeps the match of an expression, an array, where it read the descriptor itself.
    const given = 'queryParams' in source ? source.queryParams : undefined;
    const query = text(Array.isArray(given) ? given[0] : given) ?? '';
    const address = tiles?.endsWith('_files/') ? `${tiles.slice(0, -'_files/'.length)}.dzi${query}` : undefined;
    if (address) return absolute(address) ?? address;
  }
  return url && (isPicture(url) || isDescriptorPath(pathOf(url))) ? (absolute(url) ?? url) : undefined;
};

/** The engine's specification of a viewer's image, where its tile source has an address. */
export const specOf = (source: OpenSeadragon.TileSource): ImageSpec | undefined => {
  const url = addressOf(source);
  return url === undefined ? undefined : { kind: 'url', url, name: nameOf(url) };
};

/** The plan for the image that a host's viewer shows already. */
export const planOfTiles = (source: OpenSeadragon.TileSource): SourcePlan => {
  const spec = specOf(source);
  const name = spec && spec.kind !== 'samples' ? (spec.name ?? 'image') : 'image';
  return { name, ...(spec ? { spec } : {}), display: { kind: 'viewer', tileSource: source } };
};
