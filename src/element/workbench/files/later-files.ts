/** What reads and writes files, loaded when it is first needed; what a file is for is told at once. */

import type { Imported } from '../../../contours/formats/index.js';
import { later } from '../../../core/later.js';
import { holdsContours } from '../../parts/files.js';
import { runEnded } from '../runs/leaving.js';
import type { Workbench } from '../workbench.js';
import { isForView } from './contour-file.js';
import type { ExportOptions } from './export-options.js';

type Files = typeof import('./files.js');

/** The later part: `files.ts`. */
export const files = later(() => import('./files.js'));

/** Does work with the part; if the part cannot be loaded, the user is informed as for other errors. */
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

/** Tells by its name whether a file is a mask of the image that is open, or that comes with it. */
const isMask = ({ stage }: Workbench, { name }: File, alone: boolean): boolean =>
  (stage.image !== undefined || !alone) && /mask[^/]*\.(png|tiff?|nii(\.gz)?)$/i.test(name);

/**
 * Takes files that were dropped or chosen together: the first image is opened, and those of contours are then read on it. Other images are
 * told not to be opened. Rejects with the first error, once all were taken.
 */
export const takeFiles = async (bench: Workbench, files: readonly File[]): Promise<void> => {
  const { element, extensions, stage, voice } = bench;
  const alone = files.length === 1;
  const isRead = (file: File): boolean =>
    isForView(file) || holdsContours(file, extensions.formats.list) || isMask(bench, file, alone);
  const [image, ...others] = files.filter((file) => !isRead(file));
  if (image) {
    if (bench.runs.busy) await runEnded(bench.runs);
    element.src = image;
  }
  const told = others.map(({ name }) => name).join(', ');
  // A single image is opened by itself: `ready` and the banner tell of it.
  if (image && !alone) await stage.ready;
  const failures: unknown[] = [];
  for (const file of files.filter(isRead)) {
    if (isForView(file)) element.contourFile = file;
    else await importContours(bench, file).catch((error: unknown) => failures.push(error));
  }
  if (image && told && failures.length === 0) voice.say('imagesLeft', { name: image.name, others: told });
  if (failures.length > 0) throw failures[0];
};
