/** Contours in and out, by the name of the format. */
import { SegmenterError, show } from '../../worker/errors.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { badImport, type ImageFrame, type Imported } from './features.js';
import { readGeoJSON, writeGeoJSON } from './geojson.js';
import { writeMaskPNG } from './mask-png.js';
import { readSVG, writeSVG } from './svg.js';
import { looksLikeW3C, readW3C, writeW3C } from './w3c.js';

export type { FeatureCollection, ImageFrame, Imported } from './features.js';
export { toFeatureCollection } from './geojson.js';

export type TextFormat = 'geojson' | 'w3c' | 'svg';
export type BinaryFormat = 'mask-png';
export type ExportFormat = TextFormat | BinaryFormat;

interface Writer {
  readonly title: string;
  readonly extension: string;
  readonly type: string;
  readonly needsImage: boolean;
  write(contours: readonly ContourFeature[], image: ImageFrame): string | Promise<Blob>;
}

export const writers: Readonly<Record<ExportFormat, Writer>> = {
  geojson: {
    title: 'GeoJSON (QuPath)',
    extension: 'geojson',
    type: 'application/geo+json',
    needsImage: false,
    write: (contours) => writeGeoJSON(contours),
  },
  w3c: { title: 'W3C annotations', extension: 'json', type: 'application/ld+json', needsImage: false, write: writeW3C },
  svg: { title: 'SVG', extension: 'svg', type: 'image/svg+xml', needsImage: true, write: writeSVG },
  'mask-png': { title: 'Mask, PNG', extension: 'png', type: 'image/png', needsImage: true, write: writeMaskPNG },
};

export const writerOf = (format: string): Writer => {
  const writer = Object.entries(writers).find(([name]) => name === format)?.[1];
  if (writer) return writer;
  throw new SegmenterError('bad-parameter', {
    name: 'format',
    value: show(format),
    wanted: `one of ${Object.keys(writers).join(', ')}`,
  });
};

/** Reads text or parsed JSON of any format that is written here, told apart by content. */
export const readContours = (data: unknown): Imported => {
  if (typeof data !== 'string') return looksLikeW3C(data) ? readW3C(data) : readGeoJSON(data);
  const text = data.replace(/^\uFEFF/, '').trim();
  if (text.startsWith('<')) return readSVG(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw badImport(`it is neither JSON nor SVG (${error instanceof Error ? error.message : show(error)})`);
  }
  return readContours(typeof parsed === 'string' ? undefined : parsed);
};
