/** What reads and writes files, loaded when it is first needed; what a file is for is told at once. */

import type { Imported } from '../../../contours/formats/index.js';
import { later, loaded } from '../../../core/later.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { holdsContours } from '../../parts/files.js';
import { openInTurn } from '../runs/leaving.js';
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

/** Replaces outlines that the page set and that cross themselves, by the parts that they cover. Without effect where the code cannot be loaded. */
export const repairContours = async (
  { collection, stage }: Workbench,
  contours: readonly ContourFeature[],
): Promise<void> => {
  const there = await loaded(import('../../contours/repaired.js')).catch(() => undefined);
  await there?.repairIn(collection, contours, stage.image?.placement);
};

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
 * told not to be opened, and so are all of the files where another image was asked for before theirs was open. Rejects with the first error,
 * once all were taken.
 */
export const takeFiles = async (bench: Workbench, files: readonly File[]): Promise<void> => {
  const { element, extensions, runs } = bench;
  const alone = files.length === 1;
  const isRead = (file: File): boolean =>
    isForView(file) || holdsContours(file, extensions.formats.list) || isMask(bench, file, alone);
  const image = files.find((file) => !isRead(file));
  const opens = image && (await openInTurn(runs, element, () => (element.src = image)));
  // A single image is opened by itself: `ready` and the banner tell of it.
  if (!alone || !image || !opens) await withFiles(bench, (there) => there.takeRest(bench, files, isRead));
};
