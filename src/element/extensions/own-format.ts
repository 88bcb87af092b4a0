/** Formats of contours that a page adds, for export, import, drop and the panel's list. */

import { badImport, type FeatureCollection, type ImageFrame, type Imported } from '../../contours/formats/features.js';
import { type ExportFormat, formatInfos, type Writer } from '../../contours/formats/format-infos.js';
import { readGeoJSON, toFeatureCollection } from '../../contours/formats/geojson.js';
import { frozen } from '../../contours/frozen.js';
import { fileName, isBlob } from '../../core/any-window.js';
import { badParameter, isAbort, show } from '../../core/errors.js';
import { textOf } from '../../core/given.js';
import { later } from '../../core/later.js';
import { because } from '../../core/reasons.js';
import { checkedEntry, type Title, titleIn, toldOf } from './table.js';

/** A format; it has `write`, or `read` with `recognises`, or both. */
export interface FormatContribution {
  readonly id: string;
  readonly title: Title;
  /** Of its files, without a dot. */
  readonly extension: string;
  /** Media type; `application/octet-stream` when not given. */
  readonly type?: string;
  /** Kind of image for which a file can be written: nothing when not given. */
  readonly needs?: Writer['needs'];
  /** Of a volume: true to be given the contours of all slices; those of the slice shown when not. */
  readonly slices?: boolean;
  /** Writes a file. Coordinates are full-resolution pixels. */
  readonly write?: (contours: FeatureCollection, image: ImageFrame) => string | Blob | Promise<string | Blob>;
  /** Whether a file has this format, by its first 1024 bytes as text, and its name, which may be empty. */
  readonly recognises?: (head: string, name: string) => boolean;
  /** Reads a file as a GeoJSON FeatureCollection, which is checked like every file. */
  readonly read?: (file: Blob) => unknown;
}

const HEAD = 1024;
const NEEDS: readonly unknown[] = [undefined, 'nothing', 'image', 'place', 'volume'];

/** Throws `bad-parameter`. */
export const checkedFormat = (given: FormatContribution): FormatContribution => {
  const format = checkedEntry('format', given, Object.keys(formatInfos), [], ['write', 'read', 'recognises']);
  const { extension, type, needs, write, read, recognises }: Partial<Record<keyof FormatContribution, unknown>> =
    format;
  if (typeof extension !== 'string' || !/^[\w.-]+$/.test(extension))
    throw badParameter('format.extension', extension, "it must be the ending of its files, such as 'xml'");
  textOf('format.type', type);
  if (!NEEDS.includes(needs))
    throw badParameter('format.needs', needs, `it must be one of ${NEEDS.slice(1).join(', ')}`);
  if (!write && !read) throw badParameter('format', given, 'it must have write, or read with recognises');
  if (read && !recognises) throw badParameter('format.recognises', recognises, 'it must be a function beside read');
  return format;
};

/** The component's own formats. */
export const ownFormats = later(() => import('../../contours/formats/index.js'));

const writerLater = (format: ExportFormat): Writer => ({
  ...formatInfos[format],
  write: async (contours, image) => (await ownFormats.load()).writers[format].write(contours, image),
});

const builtIn = Object.fromEntries((Object.keys(formatInfos) as ExportFormat[]).map((id) => [id, writerLater(id)]));

/** The formats that can be written, those of the page after the component's own. */
export const writersWith = (formats: readonly FormatContribution[], tag: string): Readonly<Record<string, Writer>> => ({
  ...builtIn,
  ...Object.fromEntries(formats.flatMap((format) => (format.write ? [[format.id, writerIn(format, tag)]] : []))),
});

const writerIn = (format: FormatContribution, tag: string): Writer => {
  const { id, title, extension, type = 'application/octet-stream', needs = 'nothing', slices = false } = format;
  return {
    title: titleIn(title, tag),
    extension,
    type,
    needs,
    slices,
    write: (contours, image) =>
      told(id, async () => {
        const data: unknown = await format.write?.(toFeatureCollection(frozen(contours)), image);
        if (typeof data === 'string' || isBlob(data)) return data;
        throw badParameter('write', data, 'it must give a text or a Blob');
      }),
  };
};

/** Reads a file by the format of the page that knows it; `undefined` where none does. Rejects with a coded error. */
export const readByFormats = async (
  formats: readonly FormatContribution[],
  data: unknown,
): Promise<Imported | undefined> => {
  const readers = formats.filter(({ read }) => read);
  if (readers.length === 0 || !(typeof data === 'string' || isBlob(data))) return undefined;
  const file = isBlob(data) ? data : new Blob([data]);
  const name = fileName(data) ?? '';
  const head = await file.slice(0, HEAD).text();
  for (const { id, recognises, read } of readers) {
    if (!read || !(await told(id, () => recognises?.(head, name)))) continue;
    const collection = await told(id, () => read(file));
    if (typeof collection !== 'object')
      throw badImport(because('format-gave')`the format ${id} gave ${show(collection)}, no FeatureCollection`);
    return readGeoJSON(collection);
  }
  return undefined;
};

const told = async <T>(id: string, call: () => T | Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw isAbort(error) ? error : toldOf('format', id, error);
  }
};
