/** What reads and writes files, loaded when it is first needed; what a file is for is told at once. */
import type { Imported } from '../../../contours/formats/index.js';
import { later } from '../../../core/later.js';
import { holdsContours } from '../../parts/files.js';
import type { Workbench } from '../workbench.js';
import { isForView } from './contour-file.js';
import type { ExportOptions } from './export-options.js';

type Files = typeof import('./files.js');

/** The later part: `files.ts`. */
export const files = later(() => import('./files.js'));

/** Does work with the part; that it does not come is told as any failure is. */
const withFiles = async <T>({ voice }: Workbench, work: (there: Files) => T | Promise<T>): Promise<T> => {
  const there = await files.load().catch((error: unknown) => {
    voice.fail(error);
    throw error;
  });
  return work(there);
};

/** The contours in a format. Rejects with `bad-parameter` or `no-image`. */
export const exportContours = (bench: Workbench, format: string, given?: ExportOptions): Promise<string | Blob> =>
  withFiles(bench, (there) => there.exportContours(bench, format, given));

/** Writes the contours into a file for the browser to download. */
export const saveContours = (bench: Workbench, format: string): Promise<void> =>
  withFiles(bench, (there) => there.saveContours(bench, format));

/** Adds contours from text, parsed JSON or a file. Rejects with `bad-import`, and then changes nothing. */
export const importContours = (bench: Workbench, data: unknown): Promise<Imported> =>
  withFiles(bench, (there) => there.importContours(bench, data));

/** The contours in text, parsed JSON or a file. Rejects with `bad-import`. */
export const readContoursOf = (bench: Workbench, data: unknown): Promise<Imported> =>
  withFiles(bench, (there) => there.readContoursOf(bench, data));

/** Writes the work on the image into a file for the browser to download. */
export const saveSession = (bench: Workbench): Promise<void> => withFiles(bench, (there) => there.saveSession(bench));

/** Tells by its name whether a file is a mask of the image that is open. */
const isMask = ({ stage }: Workbench, { name }: File): boolean =>
  stage.image !== undefined && /mask[^/]*\.(png|tiff?|nii(\.gz)?)$/i.test(name);

/** Takes a file that was dropped or chosen: one of contours is read, any other is the next image. */
export const takeFile = async (bench: Workbench, file: File): Promise<void> => {
  if (isForView(file)) bench.element.contourFile = file;
  else if (holdsContours(file, bench.extensions.formats.list) || isMask(bench, file)) await importContours(bench, file);
  else bench.element.src = file;
};
