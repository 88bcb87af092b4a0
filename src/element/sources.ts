/** What `src` may be, and for each how the viewer shows it and how the engine reads it. */
import type OpenSeadragon from 'openseadragon';
import type { ImageSpec } from '../worker/protocol.js';

/** A URL, a file, or any tile source that OpenSeadragon takes. */
export type Source = string | Blob | OpenSeadragon.TileSource | object;

/** How the viewer gets its tiles: itself, from what OpenSeadragon understands, or as pictures from the engine. */
export type Display =
  | { readonly kind: 'viewer'; readonly tileSource: string | object; readonly revoke?: () => void }
  | { readonly kind: 'engine' };

export interface SourcePlan {
  readonly name: string;
  /** Absent where only the viewer can read it: the samples then come from its tiles. */
  readonly spec?: ImageSpec;
  readonly display: Display;
}

/** Kinds that browsers decode, by extension and media type. Everything else is shown through the engine. */
const PLAIN = /\.(png|jpe?g|webp|gif|bmp|avif)$/i;
const PLAIN_TYPE = /^image\/(png|jpeg|webp|gif|bmp|avif)$/i;
const DESCRIPTOR = /(\.dzi|\.xml|\/info\.json)$/i;
const SCIENTIFIC = /\.(tiff?|svs|ndpi|scn|bif|ome|nii(\.gz)?)$/i;

const pathOf = (url: string): string => {
  try {
    return new URL(url, document.baseURI).pathname;
  } catch {
    return url;
  }
};

const nameOf = (url: string): string => {
  const parts = pathOf(url).split('/').filter(Boolean);
  const last = parts.at(-1) ?? url;
  return decodeURIComponent(last === 'info.json' ? (parts.at(-2) ?? last) : last);
};

/** A worker's base address is its script's: addresses are made absolute here. */
const absolute = (url: string): string => {
  try {
    return new URL(url, document.baseURI).href;
  } catch {
    return url;
  }
};

const planUrl = (src: string): SourcePlan => {
  const url = absolute(src);
  const name = src.startsWith('data:') ? 'image' : nameOf(url);
  const spec: ImageSpec = { kind: 'url', url, name };
  const path = pathOf(url);
  if (DESCRIPTOR.test(path)) return { name, spec, display: { kind: 'viewer', tileSource: url } };
  if (PLAIN.test(path) || src.startsWith('data:image/')) {
    return { name, spec, display: { kind: 'viewer', tileSource: { type: 'image', url, buildPyramid: true } } };
  }
  return { name, spec, display: { kind: 'engine' } };
};

const planBlob = (blob: Blob): SourcePlan => {
  const name = blob instanceof File ? blob.name : 'image';
  const spec: ImageSpec = { kind: 'blob', blob, name };
  const plain = PLAIN_TYPE.test(blob.type) || (blob.type === '' && PLAIN.test(name));
  if (!plain || SCIENTIFIC.test(name)) return { name, spec, display: { kind: 'engine' } };
  const url = URL.createObjectURL(blob);
  return {
    name,
    spec,
    display: {
      kind: 'viewer',
      tileSource: { type: 'image', url, buildPyramid: true },
      revoke: () => URL.revokeObjectURL(url),
    },
  };
};

export const planOf = (source: Source): SourcePlan => {
  if (typeof source === 'string') return planUrl(source);
  if (source instanceof Blob) return planBlob(source);
  return { name: 'image', display: { kind: 'viewer', tileSource: source } };
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** How the engine can read what a viewer shows, where the tile source tells its address. */
export const specOf = (source: OpenSeadragon.TileSource): ImageSpec | undefined => {
  const url = text(source.url);
  if ('tilesUrl' in source) {
    const tiles = text(source.tilesUrl);
    const address = tiles?.endsWith('_files/') ? `${tiles.slice(0, -'_files/'.length)}.dzi` : undefined;
    if (address) return { kind: 'url', url: absolute(address), name: nameOf(address) };
  }
  if (url && (PLAIN.test(pathOf(url)) || DESCRIPTOR.test(pathOf(url)))) {
    return { kind: 'url', url: absolute(url), name: nameOf(url) };
  }
  return undefined;
};

const isTileSource = (source: Source): source is OpenSeadragon.TileSource =>
  typeof source === 'object' && 'getTileUrl' in source;

/** The plan for what a host's viewer shows already. */
export const planOfTiles = (source: Source): SourcePlan => {
  const spec = isTileSource(source) ? specOf(source) : undefined;
  const name = spec && spec.kind !== 'samples' ? (spec.name ?? 'image') : 'image';
  return { name, ...(spec ? { spec } : {}), display: { kind: 'viewer', tileSource: source } };
};
