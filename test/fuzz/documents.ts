/** Documents that come from elsewhere and say what they like: sessions, class lists, recipes, jobs of a queue and the work they name, errors. */
import fc from 'fast-check';
import { checkImageJob, checkPieceJob, unpacked } from '../../src/cli/queue/jobs.js';
import { checkWork } from '../../src/cli/work/work-file.js';
import type { Classification } from '../../src/contours/formats/features.js';
import { readRecipe } from '../../src/contours/recipe/recipe.js';
import { errorTexts, fromErrorData, SegmenterError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/record.js';
import { readClasses } from '../../src/element/contours/classes.js';
import type { SegmenterProperties } from '../../src/element/segmenter-properties.js';
import { readSession } from '../../src/element/storage/read-session.js';
import { applySettings } from '../../src/element/storage/settings.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { checkSound } from './imports.js';
import { liedTo, lies } from './lies.js';

const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 0],
    ],
  ],
};
const contour = {
  type: 'Feature',
  id: '00000000-0000-4000-8000-000000000000',
  geometry,
  properties: {
    objectType: 'annotation',
    name: 'a',
    classification: { name: 'b', color: [1, 2, 3] },
    measurements: { 'Area px^2': 3.5 },
    metadata: { model: 'gaussian' },
    plane: { z: 1 },
  },
};
const classes = [
  { name: 'Tumour', color: [200, 0, 0] },
  { name: 'Stroma', color: [0, 200, 0] },
];
const folder = '/work/.snake-segmenter/0123456789abcdef';
const recipe = {
  type: 'snake-segmenter-recipe',
  version: 1,
  name: 'nuclei',
  request: { algorithm: 'snake', init: 'auto', level: 1, like: [contour], parameters: { starts: 2 } },
  region: { x: 0, y: 0, width: 99, height: 50 },
  regions: { size: 512, largest: 40 },
  outputs: ['geojson', 'labels'],
  metadata: 'once',
};

const documents = {
  session: {
    type: 'snake-segmenter-session',
    version: 1,
    saved: '2026-01-01T00:00:00Z',
    image: { name: 'a.tif', width: 99, height: 50 },
    settings: {
      algorithm: 'snake',
      model: 'gaussian',
      channel: 'rgb',
      parameters: { starts: 2 },
      format: 'geojson',
      classification: classes[0],
      classes,
      display: { opacity: 0.5 },
    },
    contours: { type: 'FeatureCollection', features: [contour] },
    unlike: { type: 'FeatureCollection', features: [contour] },
    model: { trees: [1, 2, 3] },
  },
  classes: { pathClasses: [...classes, { name: 'Packed', color: -3_670_016 }, { name: 'Old', colorRGB: -1 }] },
  recipe,
  work: {
    key: '0123456789abcdef',
    image: '/images/a.tif',
    name: 'a',
    folder,
    recipe,
    backend: 'cpu',
    outputs: [{ format: 'geojson', path: '/out/a.geojson' }],
  },
  job: { folder, index: 3, kind: 'piece' },
  error: {
    code: 'image-too-large',
    message: 'a.tif is too large',
    recoverable: true,
    values: { name: 'a.tif', size: '9 × 9', limit: '8' },
  },
} as const;
type Kind = keyof typeof documents;

const isColour = ({ name, color }: Classification): boolean =>
  name !== '' && color.length === 3 && color.every((part) => Number.isInteger(part) && part >= 0 && part < 256);

const checks: { readonly [of in Kind]: (text: string, data: unknown) => Promise<void> | void } = {
  session: async (text) => {
    const session = await outcomeOf(() => readSession(text));
    if (!session) return;
    checkSound(session.contours);
    checkSound(session.unlike);
    const element = { classes: [] } as unknown as SegmenterProperties;
    applySettings(element, session.settings);
    must(element.classes.every(isColour), 'a class of the settings');
    must(element.classification === undefined || isColour(element.classification), 'the class of the settings');
  },
  classes: async (text) => {
    const read = await outcomeOf(() => readClasses(text));
    must(read?.every(isColour) ?? true, 'a class');
  },
  recipe: async (text, data) => {
    for (const given of [text, data]) {
      const read = await outcomeOf(() => readRecipe(given));
      must(read === undefined || isRecord(read.request), 'a recipe without a request');
    }
  },
  work: async (text) => {
    const work = await outcomeOf(() => checkWork(text, folder));
    must(work === undefined || work.folder === folder, 'the work of another folder');
    must(work?.outputs.every(({ path }) => path.startsWith('/')) ?? true, 'an output beside the work');
  },
  job: async (_, data) => {
    await outcomeOf(() => checkImageJob(data));
    const job = await outcomeOf(() => checkPieceJob(data));
    must(job === undefined || (Number.isSafeInteger(job.index) && job.index >= 0), 'a number of a piece');
  },
  error: (text) => {
    const error = fromErrorData(unpacked(text));
    must(!(error instanceof SegmenterError) || Object.hasOwn(errorTexts, error.code), 'an unknown code');
    must(typeof error.message === 'string', 'an error without a text');
  },
};

const cuts = fc.option(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), by: fc.string({ maxLength: 4 }) }), {
  nil: undefined,
  freq: 4,
});

export const papers = fuzzer(
  'documents',
  fc.record({ kind: fc.constantFrom(...(Object.keys(documents) as Kind[])), lies, cut: cuts }),
  async ({ kind, lies: all, cut }) => {
    const data = liedTo(documents[kind], all);
    let text = JSON.stringify(data) ?? 'null';
    if (cut) text = text.slice(0, Math.floor(cut.at * text.length)) + cut.by;
    await checks[kind](text, data);
  },
);
