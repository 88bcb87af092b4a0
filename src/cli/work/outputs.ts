/** Outputs: formats of contours, and the names of their files. */

import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ImageFrame } from '../../contours/formats/features.js';
import { writeFlatGeobuf } from '../../contours/formats/flatgeobuf/write.js';
import { cocoStream } from '../../contours/formats/streams/coco.js';
import { csvTable } from '../../contours/formats/streams/csv.js';
import { geojsonLines, geojsonStream } from '../../contours/formats/streams/geojson-stream.js';
import { writeLabels } from '../../contours/formats/streams/labels.js';
import type { TextOptions, TextWriter } from '../../contours/formats/streams/text-writer.js';
import type { OutputFormat, Recipe } from '../../contours/recipe/recipe.js';
import type { ContourSet } from '../../contours/set/contour-set.js';
import { FileSink } from './file-sink.js';
import { writeWhole } from './whole-file.js';
import type { Output } from './work.js';

/** Behind the image's name. The first that fits a name says what it is. */
const extensions: readonly (readonly [OutputFormat, string])[] = [
  ['geojson.gz', '.geojson.gz'],
  ['geojsonl.gz', '.geojsonl.gz'],
  ['csv.gz', '.csv.gz'],
  ['coco.gz', '.coco.json.gz'],
  ['geojson', '.geojson'],
  ['geojsonl', '.geojsonl'],
  ['flatgeobuf', '.fgb'],
  ['csv', '.csv'],
  ['coco', '.coco.json'],
  ['labels', '.labels.tif'],
];

/** Other names by which a format is known. */
const others: readonly (readonly [OutputFormat, string])[] = [
  ['geojson', '.json'],
  ['labels', '.tif'],
  ['labels', '.tiff'],
];

export const extensionOf = (format: OutputFormat): string => extensions.find(([name]) => name === format)![1];

/** Tells the format by a file's name; `undefined` where its ending is not known. */
export const formatOf = (path: string): OutputFormat | undefined =>
  [...extensions, ...others].find(([, extension]) => path.toLowerCase().endsWith(extension))?.[0];

/** Lists the known endings, for messages. */
export const knownExtensions = (): string => extensions.map(([, extension]) => extension).join(', ');

const texts: Readonly<Record<'geojson' | 'geojsonl' | 'csv' | 'coco', TextWriter>> = {
  geojson: geojsonStream,
  geojsonl: geojsonLines,
  csv: csvTable,
  coco: cocoStream,
};

/** Writes one file, whole or not at all. Rejects with `not-writable`. */
export const writeOutput = (
  { format, path }: Output,
  contours: ContourSet,
  image: ImageFrame,
  metadata: Recipe['metadata'],
): Promise<void> => {
  const options: TextOptions = metadata === undefined ? {} : { metadata };
  return writeWhole(path, (file) => {
    if (format === 'flatgeobuf') return writeFlatGeobuf(contours, image, new FileSink(file), options);
    if (format === 'labels') return writeLabels(contours, image, new FileSink(file));
    return writeText(file, format, contours, image, options);
  });
};

const writeText = async (
  file: FileHandle,
  format: Exclude<OutputFormat, 'flatgeobuf' | 'labels'>,
  contours: ContourSet,
  image: ImageFrame,
  options: TextOptions,
): Promise<void> => {
  const [name, packed] = format.split('.');
  const writer = texts[name === 'csv' || name === 'coco' || name === 'geojsonl' ? name : 'geojson'];
  const sink = new FileSink(file);
  const save = async (chunks: AsyncIterable<string | Buffer>): Promise<void> => {
    for await (const chunk of chunks) await sink.write(new Uint8Array(Buffer.from(chunk)));
  };
  const text = writer(contours, image, options);
  if (packed === undefined) await save(text);
  else await pipeline(Readable.from(text), createGzip(), save);
};
