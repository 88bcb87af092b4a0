/** Files that come in by drop or chooser, and go out by download. */
import { fileName } from '../../core/any-window.js';
import type { Voice } from '../workbench/voice.js';

/** Whether a file has contours, by its name or type; any other file is treated as an image. */
export const holdsContours = (file: Blob, own: readonly OwnFormat[] = []): boolean => {
  const name = fileName(file) ?? '';
  return (
    readable(own).some((ending) => name.toLowerCase().endsWith(ending)) ||
    /\.((geo)?json|geojson(l|seq)|ndjson|csv|fgb|wkt|txt)(\.gz)?$|\.(svg|xml|annotations|dcm)$/i.test(name) ||
    /^(application\/(geo\+|ld\+)?json|application\/dicom$|image\/svg\+xml)/.test(file.type)
  );
};

/** The endings that a file chooser offers. */
export const contourFiles = (own: readonly OwnFormat[]): string =>
  [
    ...'.json .geojson .geojsonl .ndjson .svg .xml .annotations .csv .fgb .dcm .wkt .txt .png .tif .tiff .gz'.split(
      ' ',
    ),
    ...readable(own),
  ].join(',');

/** The part of a page's format that recognises its files by their names. */
interface OwnFormat {
  readonly extension: string;
  readonly read?: unknown;
}

const readable = (own: readonly OwnFormat[]): string[] =>
  own.flatMap(({ extension, read }) => (read ? [`.${extension.toLowerCase()}`] : []));

/** Saves a file and says so, unless the page prevents it to keep the file itself. */
export const save = (voice: Pick<Voice, 'emit' | 'say' | 'hush'>, data: Blob, name: string): void => {
  if (!voice.emit('file-save', { name, data })) {
    voice.hush();
    return;
  }
  download(data, name);
  voice.say('saved', { name });
};

/** Saves data under a name, as a browser saves a link. */
const download = (data: Blob, name: string): void => {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(data);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
};

/** `tumour.dzi` → `tumour`, `brain.nii.gz` → `brain`. */
export const stem = (name: string): string => name.replace(/(\.nii)?\.[^.]*$/i, '') || 'image';
