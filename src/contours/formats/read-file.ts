/** Contours from a file of any format that is written here, recognised by its content; compressed by gzip or not. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { fileName } from '../../core/any-window.js';
import { loaded } from '../../core/later.js';
import { because } from '../../core/reasons.js';
import { badImport, type ImageFrame, type Imported, importError, leftOut, MOST_TEXT } from './features.js';
import { kindOfFile } from './file-kind.js';
import { readContours } from './index.js';

/** Rejects with `bad-import`. */
export const readContourFile = async (file: Blob, image?: ImageFrame): Promise<Imported> => {
  try {
    return await read(file, image);
  } catch (error) {
    throw importError(error);
  }
};

const read = async (file: Blob, image: ImageFrame | undefined): Promise<Imported> => {
  const kind = await kindOfFile(file);
  if (kind === 'flatgeobuf') return readFlatGeobuf(file);
  if (kind === 'dicom') return (await loaded(import('./dicom/read.js'))).readDicom(await file.arrayBuffer());
  const volume = kind === 'gzip' && /\.nii\.gz$/i.test(fileName(file) ?? '');
  if (kind === 'picture' || volume) return (await loaded(import('./read-mask.js'))).readMask(file, image);
  if (kind !== 'gzip' && file.size > MOST_TEXT) throw tooLong();
  return readContours(kind === 'gzip' ? await unpacked(file) : await file.text(), image);
};

const tooLong = (): Error =>
  badImport(
    because(
      'text-long-flat',
    )`its text is longer than ${MOST_TEXT} bytes; FlatGeobuf has no such limit, and is read by what is in view`,
  );

/** The text of a compressed file. */
const unpacked = async (file: Blob): Promise<string> => {
  const decoder = new TextDecoder();
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  let [text, size] = ['', 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > MOST_TEXT) throw tooLong();
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (size > MOST_TEXT) throw error;
    throw badImport(because('no-gunzip')`it begins like a file packed by gzip, but cannot be unpacked`);
  }
};

/** All of a FlatGeobuf; its reader is loaded when the first such file comes. */
const readFlatGeobuf = async (file: Blob): Promise<Imported> => {
  const [{ FlatGeobufFile }, { blobBytes }] = await Promise.all([
    loaded(import('./flatgeobuf/read.js')),
    loaded(import('../../image/io/bytes.js')),
  ]);
  const opened = await FlatGeobufFile.open(blobBytes(file, 'the file'));
  const contours: ContourFeature[] = [];
  for await (const piece of opened.all()) contours.push(...piece);
  const left = opened.count - contours.length;
  return { contours, ...leftOut(left > 0 ? [because('left-features')`features without contours: ${left}`] : []) };
};
