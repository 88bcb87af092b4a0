/** Export and import of contours. */

import { badImport, importError, MOST_TEXT } from '../../../contours/formats/features.js';
import { formatInfos, writerOf } from '../../../contours/formats/format-infos.js';
import type { ImageFrame, Imported } from '../../../contours/formats/index.js';
import { frozen } from '../../../contours/frozen.js';
import { positionsIn } from '../../../contours/geometry.js';
import { laidOn } from '../../../contours/laid-on.js';
import { onSlice, withOutline } from '../../../contours/on-slice.js';
import { inArrays } from '../../../contours/packed-geometry.js';
import { looksLikeRecipe, RECIPE_HEAD } from '../../../contours/recipe/recipe-type.js';
import { rounded } from '../../../contours/shapes/rounded.js';
import { isLightToRead, isLightToWrite } from '../../../contours/traffic/light.js';
import { alike } from '../../../core/alike.js';
import { fileName, isBlob } from '../../../core/any-window.js';
import { SegmenterError } from '../../../core/errors.js';
import { loaded } from '../../../core/later.js';
import { because } from '../../../core/reasons.js';
import type { Placement } from '../../../image/samples.js';
import { measure } from '../../../worker/feature.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { readInWorker, writeInWorker } from '../../client/contour-worker.js';
import { toldApart } from '../../contours/class-colours.js';
import { looksLikeClasses, readClasses, writeClasses } from '../../contours/classes.js';
import { isProbable } from '../../contours/found.js';
import { inTurns } from '../../contours/in-turns.js';
import { countObjects } from '../../contours/objects.js';
import { areTiny, countOutside } from '../../contours/outside.js';
import { allRepaired } from '../../contours/repaired.js';
import { readByFormats, writersWith } from '../../extensions/own-format.js';
import { englishFiles } from '../../i18n/files/en.js';
import { addEnglish, languageOf } from '../../i18n/messages.js';
import { save, stem } from '../../parts/files.js';
import { looksLikeSession, SESSION_HEAD } from '../../storage/read-session.js';
import type { Workbench } from '../workbench.js';
import { isForView } from './contour-file.js';
import { checkedOptions, type ExportOptions } from './export-options.js';
import { onItsImage } from './its-image.js';
import { openSession } from './open-session.js';

addEnglish(englishFiles);

/** Characters of a file that tell that it is a list of classes. */
const CLASSES_HEAD = 64;

/** Formats that can be written, the page's among them. */
const formatsOf = ({ extensions, element }: Workbench): ReturnType<typeof writersWith> =>
  writersWith(extensions.formats.list, languageOf(element));

/** The contours in a format. Rejects with `bad-parameter` or `no-image`. */
export const exportContours = async (
  bench: Workbench,
  format: string,
  given: ExportOptions = {},
): Promise<string | Blob> => {
  const { source, simplify } = checkedOptions(given);
  const { collection, element, stage, visibility } = bench;
  const { image } = stage;
  const writer = writerOf(format, formatsOf(bench));
  if (!image && writer.needs !== 'nothing') throw new SegmenterError('no-image');
  if (writer.needs === 'volume' && !image?.stack) {
    const wanted = because('no-volume')`the image is no volume; choose mask-tiff or mask-png`;
    throw new SegmenterError('bad-parameter', { name: 'format', value: format, wanted });
  }
  // Objects that the user has hidden are written too. Formats without probabilities omit objects with too low a probability.
  const improbable = visibility.least > 0 && (!writer.slices || format.startsWith('mask'));
  const meant = improbable
    ? collection.contours.filter((contour) => isProbable(contour, visibility.least))
    : collection.contours;
  const all = writer.slices ? meant : onSlice(meant, stage.slice);
  const written = simplify === undefined ? all : await simplifiedTo(all, simplify);
  const frame = {
    ...(frameOf(bench) ?? { name: '', width: 0, height: 0 }),
    ...(source === undefined ? {} : { source }),
  };
  const listed = PIXELS.has(format) ? written.map(rounded) : written;
  // A format of the page is a function, which stays with the page.
  if (!Object.hasOwn(formatInfos, format) || isLightToWrite(format, listed, frame)) return writer.write(listed, frame);
  const { workerUrl } = element;
  return writeInWorker(format, listed, frame, { workerUrl }, async () => writer.write(listed, frame));
};

/** Contours of fewer vertices; what has no area, or would lose it, stays. */
const simplifiedTo = async (
  contours: readonly ContourFeature[],
  tolerance: number,
): Promise<readonly ContourFeature[]> => {
  const { simplifiedBy } = await loaded(import('../../../algorithm/shapes/reshape.js'));
  return contours.map((contour) => {
    const geometry = simplifiedBy(contour.geometry, tolerance);
    return geometry ? withOutline(contour, geometry) : contour;
  });
};

/** Formats of coordinates in pixels, which are written in hundredths of them. */
const PIXELS: ReadonlySet<string> = new Set(['geojson', 'geojsonl', 'csv', 'coco', 'w3c', 'svg', 'labelme', 'wkt']);

/** The open image with the names of its classes. */
const frameOf = ({ stage: { image }, objects }: Workbench): ImageFrame | undefined =>
  image && { ...image, classes: objects.classes.map(({ name }) => name) };

const suffixOf = (format: string): string =>
  format.startsWith('mask-classes') ? '-class-mask' : format.startsWith('mask') ? '-mask' : '-contours';

/** Says what is being done, until it says something else itself; where it fails, no longer. */
const whileSaying = async <T>({ voice }: Workbench, key: 'reading' | 'writing', work: () => Promise<T>): Promise<T> => {
  voice.say(key);
  try {
    return await work();
  } catch (error) {
    if (voice.message?.key === key) voice.hush();
    throw error;
  }
};

/** Writes the contours into a file that the browser downloads. An error is shown to the user, who started this by a command. */
export const saveContours = async (bench: Workbench, format: string): Promise<void> => {
  const { voice } = bench;
  voice.beginAnew();
  const data = await whileSaying(bench, 'writing', () => exportContours(bench, format)).catch((error: unknown) => {
    voice.fail(error);
    throw error;
  });
  const { extension, type } = writerOf(format, formatsOf(bench));
  const { image } = bench.stage;
  const name = `${image ? stem(image.name) : 'image'}${suffixOf(format)}.${extension}`;
  save(voice, isBlob(data) ? data : new Blob([data], { type }), name);
};

/** Adds contours from text, parsed JSON or a file. Rejects with `bad-import`, and then changes nothing. */
export const importContours = async (bench: Workbench, data: unknown): Promise<Imported> => {
  const { collection, objects, stage, voice } = bench;
  voice.beginAnew();
  try {
    const session = await textIn(data, SESSION_HEAD, looksLikeSession);
    if (session !== undefined) return await openSession(bench, session);
    const recipe = await textIn(data, RECIPE_HEAD, looksLikeRecipe);
    if (recipe !== undefined) return (await loaded(import('./recipes.js'))).openRecipe(bench, recipe);
    const classes = await textIn(data, CLASSES_HEAD, looksLikeClasses);
    if (classes !== undefined) return takeClasses(bench, classes);
    const imported = await onItsImage(bench, () => readContoursOf(bench, data));
    const { skipped, reason } = imported;
    const sizes = await inTurns(laidOn(imported.contours, stage.slice), (its) => sized(its, stage.image?.placement));
    const contours = toldApart(objects.classes, sizes);
    const [first] = skipped;
    const outside = stage.image ? countOutside(contours, stage.image) : 0;
    const count = countObjects(contours);
    const isNew = contours.some((contour) => !isKnown(collection.get(contour.id), contour));
    if (isNew) collection.put(contours, 'import');
    const back = isNew ? 'snake.undo' : undefined;
    if (first !== undefined) {
      const values = { count, skipped: skipped.length, reason: reason ?? first };
      if (outside > 0) voice.say('importedSomeOutside', { ...values, outside }, back);
      else voice.say('importedSome', values, back);
    } else if (count === 0) voice.say('importedNone');
    else if (outside > 0) voice.say('importedOutside', { count, outside }, back);
    else if (!isNew) voice.say('importedAgain');
    else voice.say(areTiny(contours) ? 'importedTiny' : 'imported', { count }, back);
    return { ...imported, contours: frozen(contours) };
  } catch (error) {
    const coded = ofFile(importError(error), data);
    voice.fail(coded);
    throw coded;
  }
};

/** Whether a contour is the one that is there already. Positions that are packed stay so. */
const isKnown = (known: ContourFeature | undefined, contour: ContourFeature): boolean => {
  if (!known || positionsIn(known.geometry) !== positionsIn(contour.geometry)) return false;
  const [a, b] = [known, contour].map((each) => ({ ...each, geometry: inArrays(each.geometry) }));
  return alike(a, b);
};

/** The error of a file that cannot be imported, with the name of the file. */
const ofFile = (error: Error, data: unknown): Error => {
  const name = fileName(data);
  if (!(error instanceof SegmenterError) || error.code !== 'bad-import' || name === undefined) return error;
  const told = error.reasons.reason ?? error.values.reason;
  return new SegmenterError('bad-import', { reason: because('reason-at')`${name}: ${told}` }, { cause: error });
};

/** The contours in text, parsed JSON or a file, without rings that cross themselves. Rejects with `bad-import`. */
export const readContoursOf = async (bench: Workbench, data: unknown): Promise<Imported> => {
  const imported = (await readByFormats(bench.extensions.formats.list, data)) ?? (await read(bench, data));
  return { ...imported, contours: await allRepaired(imported.contours, bench.stage.image?.placement) };
};

/** A contour with its area and perimeter, or length, where the file gave no measurements. */
const sized = (contour: ContourFeature, placement: Placement | undefined): ContourFeature => {
  const { properties } = contour;
  return Object.keys(properties.measurements).length > 0
    ? contour
    : { ...contour, properties: { ...properties, measurements: measure(inArrays(contour.geometry), placement) } };
};

/** Reads little on the page's own thread, and everything else in a worker. */
const read = async (bench: Workbench, data: unknown): Promise<Imported> => {
  const image = frameOf(bench);
  if (await isLightToRead(data)) return readHere(data, image);
  const { workerUrl } = bench.element;
  try {
    return await whileSaying(bench, 'reading', () =>
      readInWorker(data, { workerUrl }, image, () => readHere(data, image)),
    );
  } catch (error) {
    // Values that no message can carry, such as functions, a reader leaves out.
    const kept =
      error instanceof SegmenterError && error.cause instanceof Error && error.cause.name === 'DataCloneError';
    if (kept) return readHere(data, image);
    throw error;
  }
};

/** Reads on the page's own thread. The readers are loaded when the first contours come. */
const readHere = async (data: unknown, image: ImageFrame | undefined): Promise<Imported> => {
  if (isBlob(data))
    return (await loaded(import('../../../contours/formats/read-file.js'))).readContourFile(data, image);
  return (await loaded(import('../../../contours/formats/index.js'))).readContours(data, image);
};

/** The whole text of a file, where its beginning passes a check. Rejects with `bad-import` where it is too long. */
const textIn = async (
  data: unknown,
  length: number,
  looksRight: (head: string) => boolean,
): Promise<string | undefined> => {
  if (typeof data === 'string') return looksRight(data.slice(0, length)) ? data : undefined;
  if (!isBlob(data)) return undefined;
  if (!looksRight(await data.slice(0, length).text())) return undefined;
  if (data.size > MOST_TEXT) throw badImport(because('text-long')`its text is longer than ${MOST_TEXT} bytes`);
  return data.text();
};

const takeClasses = ({ objects, voice }: Workbench, text: string): Imported => {
  const read = readClasses(text);
  objects.takeClasses(read);
  voice.say('classesImported', { count: read.length });
  return { contours: [], skipped: [] };
};

/** Writes the list of classes into a file for the browser to download. */
export const saveClasses = ({ objects, voice }: Workbench): void => {
  save(voice, new Blob([writeClasses(objects.classes)], { type: 'application/json' }), 'classes.json');
};

/** Writes the work on the image into a file for the browser to download. */
export const saveSession = ({ works, stage, voice }: Workbench): void => {
  save(voice, works.session(), `${stage.image ? stem(stage.image.name) : 'image'}.session.json`);
};

const namesOf = (files: readonly File[]): string => files.map(({ name }) => name).join(', ');

/** Takes those of the files that come after the first image, once that is open; the files of `isRead` are contours. Rejects with the first error. */
export const takeRest = async (
  bench: Workbench,
  files: readonly File[],
  isRead: (file: File) => boolean,
): Promise<void> => {
  const { element, stage, voice } = bench;
  const [image, ...others] = files.filter((file) => !isRead(file));
  if (image) await stage.ready;
  if (image && element.src !== image) {
    // Contours of the files lie on their image.
    if (stage.image) voice.say('imagesLeft', { name: stage.image.name, others: namesOf(files) });
    return;
  }
  const failures: unknown[] = [];
  for (const file of files.filter(isRead)) {
    if (isForView(file)) element.contourFile = file;
    else await importContours(bench, file).catch((error: unknown) => failures.push(error));
  }
  if (image && others.length > 0 && failures.length === 0)
    voice.say('imagesLeft', { name: image.name, others: namesOf(others) });
  if (failures.length > 0) throw failures[0];
};
