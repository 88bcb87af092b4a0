/** Outputs: formats of contours, and the names of their files. */

import { createHash } from 'node:crypto';
import { type FileHandle, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import type { ImageFrame } from '../../contours/formats/features.js';
import { writeFlatGeobuf } from '../../contours/formats/flatgeobuf/write.js';
import { writers } from '../../contours/formats/index.js';
import { cocoStream } from '../../contours/formats/streams/coco.js';
import { csvTable } from '../../contours/formats/streams/csv.js';
import { geojsonLines, geojsonStream } from '../../contours/formats/streams/geojson-stream.js';
import { writeLabels } from '../../contours/formats/streams/labels.js';
import type { TextOptions, TextWriter } from '../../contours/formats/streams/text-writer.js';
import type { OutputFormat, Recipe } from '../../contours/recipe/recipe.js';
import type { ContourSet } from '../../contours/set/contour-set.js';
import type { PackedBlock } from '../../image/formats/tiff/label-blocks.js';
import { FileSink } from './file-sink.js';
import { removeUnfinished, writeWhole } from './whole-file.js';
import type { Output, Work } from './work.js';

/** Extensions that follow the image's name. The first that matches a file's name gives its format. */
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
  ['dicom-seg', '.seg.dcm'],
  ['dicom-seg-classes', '.classes.dcm'],
  ['dicom-ann', '.ann.dcm'],
];

/** Further extensions of the formats. */
const others: readonly (readonly [OutputFormat, string])[] = [
  ['geojson', '.json'],
  ['labels', '.tif'],
  ['labels', '.tiff'],
];

/** The extension of a format's files, without the first dot. */
export const extensionOf = (format: OutputFormat): string => extensions.find(([name]) => name === format)![1];

/** The format by a file's name; `undefined` where the extension is unknown. */
export const formatOf = (path: string): OutputFormat | undefined =>
  [...extensions, ...others].find(([, extension]) => path.toLowerCase().endsWith(extension))?.[0];

/** The list of known extensions, for messages. */
export const knownExtensions = (): string => extensions.map(([, extension]) => extension).join(', ');

const texts: Readonly<Record<'geojson' | 'geojsonl' | 'csv' | 'coco', TextWriter>> = {
  geojson: geojsonStream,
  geojsonl: geojsonLines,
  csv: csvTable,
  coco: cocoStream,
};

interface OutputOptions {
  readonly metadata: Recipe['metadata'];
  /** Reads a block of a label mask that was packed earlier. */
  readonly packed?: (index: number) => Promise<PackedBlock>;
}

/** Writes one file atomically. Rejects with `not-writable`. */
export const writeOutput = (
  { format, path }: Output,
  contours: ContourSet,
  image: ImageFrame,
  { metadata, packed }: OutputOptions,
): Promise<void> => {
  const options: TextOptions = metadata === undefined ? {} : { metadata };
  return writeWhole(path, (file) => {
    if (format === 'flatgeobuf') return writeFlatGeobuf(contours, image, new FileSink(file), options);
    if (format === 'labels')
      return writeLabels(contours, image, new FileSink(file), packed === undefined ? {} : { packed });
    if (format === 'dicom-seg' || format === 'dicom-seg-classes' || format === 'dicom-ann')
      return writeDicom(file, format, contours, image);
    return writeText(file, format, contours, image, options);
  });
};

/**
 * Writes an output of the work, and a note that this work wrote it. Other work that writes to the same path later replaces
 * the note.
 */
export const writeOwn = async (
  work: Work,
  output: Output,
  contours: ContourSet,
  image: ImageFrame,
  packed?: OutputOptions['packed'],
): Promise<void> => {
  const note = noteOf(work, output);
  await rm(note, { force: true });
  const { metadata } = work.recipe;
  await writeOutput(output, contours, image, { metadata, ...(packed === undefined ? {} : { packed }) });
  await writeWhole(note, (file) => file.writeFile(contentOf(work, output)));
};

/** Removes the temporary files of processes that were killed while they wrote an output. */
export const removeUnfinishedOutputs = async (work: Work): Promise<void> => {
  const paths = work.outputs.flatMap((output) => [output.path, noteOf(work, output)]);
  await Promise.all(paths.map(removeUnfinished));
};

/** Whether an output exists, and no other work has written to its path since. */
export const isWritten = async (work: Work, output: Output): Promise<boolean> => {
  try {
    const [note] = await Promise.all([readFile(noteOf(work, output), 'utf8'), stat(output.path)]);
    return note === contentOf(work, output);
  } catch {
    return false;
  }
};

const noteOf = ({ folder }: Work, { path }: Output): string =>
  join(dirname(folder), 'written', createHash('sha256').update(path).digest('hex').slice(0, 24));

const contentOf = ({ key, recipe: { metadata } }: Work, { format, path }: Output): string =>
  `${JSON.stringify({ key, format, path, metadata })}\n`;

type DicomFormat = Extract<OutputFormat, `dicom-${string}`>;

/** Needs all contours in memory, because the beginning of a data set depends on all of them. */
const writeDicom = async (
  file: FileHandle,
  format: DicomFormat,
  contours: ContourSet,
  image: ImageFrame,
): Promise<void> => {
  const all: ContourFeature[] = [];
  for await (const contour of contours) all.push(contour);
  const data = await writers[format].write(all, image);
  await new FileSink(file).write(new Uint8Array(await new Blob([data]).arrayBuffer()));
};

const writeText = async (
  file: FileHandle,
  format: Exclude<OutputFormat, 'flatgeobuf' | 'labels' | DicomFormat>,
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
