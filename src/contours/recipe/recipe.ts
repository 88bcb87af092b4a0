/**
 * A recipe: the processing of any number of images, which the page saves and the command line executes. It is a JSON
 * file; `recipe.schema.json` of the package is its JSON Schema.
 */

import type { Geometry } from '../../algorithm/algorithm.js';
import { SegmenterError, show } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { nearest } from '../../core/nearest.js';
import { because, type Reason, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { RECIPE_TYPE } from './recipe-type.js';

/** The version of recipes that this package writes and reads. */
export const RECIPE_VERSION = 1;

/** Formats for contours; a suffix `.gz` compresses a text format. */
export const outputFormats = [
  'geojson',
  'geojson.gz',
  'geojsonl',
  'geojsonl.gz',
  'flatgeobuf',
  'csv',
  'csv.gz',
  'coco',
  'coco.gz',
  'labels',
  'dicom-seg',
  'dicom-seg-classes',
  'dicom-ann',
] as const;
/** A format that a recipe can ask for. */
export type OutputFormat = (typeof outputFormats)[number];

/** The places for metadata that all contours have in common: with each contour, once per file if the format can, or nowhere. */
export const metadataPlaces = ['each', 'once', 'none'] as const;
/** The place of metadata that all contours have in common. */
export type MetadataPlace = (typeof metadataPlaces)[number];

/** Division of a large image for objects that are found by themselves. */
export interface RegionSettings {
  /** Maximum side of a region, in pixels of the level that is searched. */
  readonly size?: number;
  /** Largest object, in pixels at the level that is searched: regions overlap by this much, so that one of them contains it completely. */
  readonly largest?: number;
}

/** A recipe, as its file holds it. */
export interface Recipe {
  readonly type: typeof RECIPE_TYPE;
  readonly version: typeof RECIPE_VERSION;
  /** Name for people. */
  readonly name?: string;
  /**
   * Request to the engine, by the names of its request: `algorithm`, `init`, `like`, `unlike`, `level`, …, and the
   * algorithm's parameters, here or in `parameters`. The engine checks it.
   */
  readonly request: Readonly<Record<string, unknown>>;
  /** Only objects whose reference point lies here are wanted; full-resolution pixels. The whole image when not given. */
  readonly region?: Rect | Extract<Geometry, { readonly type: 'Polygon' | 'MultiPolygon' }>;
  /** `false`: the image is one domain, whatever its size. */
  readonly regions?: RegionSettings | false;
  readonly outputs?: readonly OutputFormat[];
  readonly metadata?: MetadataPlace;
}

/** Writes a recipe as JSON. */
export const writeRecipe = (recipe: Omit<Recipe, 'type' | 'version'>): string =>
  `${JSON.stringify({ type: RECIPE_TYPE, version: RECIPE_VERSION, ...recipe }, null, 2)}\n`;

/**
 * Reads a recipe. Only its own members are validated here; the engine validates `request`.
 * @param data text, or parsed JSON
 * @param name of the file, for messages
 * @throws SegmenterError `bad-recipe`
 */
export const readRecipe = (data: unknown, name = 'the recipe'): Recipe => {
  const refuse: Refuse = (reason) => {
    throw new SegmenterError('bad-recipe', { name, reason });
  };
  const value = typeof data === 'string' ? parsed(data, refuse) : data;
  if (!isRecord(value)) return refuse(because('recipe-no-object')`it is no JSON object`);
  if (value.type !== RECIPE_TYPE)
    refuse(
      because(
        'recipe-type',
      )`its type is ${shown(value.type)}; wanted is "${RECIPE_TYPE}", as "Save as recipe" writes it`,
    );
  if (value.version !== RECIPE_VERSION)
    refuse(
      because(
        'recipe-version',
      )`it is of version ${shown(value.version)}, and this package reads version ${RECIPE_VERSION}`,
    );
  for (const key of Object.keys(value)) {
    if (key === '$schema' || key === 'type' || key === 'version' || Object.hasOwn(members, key)) continue;
    const near = nearest(key, Object.keys(members));
    refuse(
      because(
        'recipe-member',
      )`it has the member "${key}", which is not known; ${near === undefined ? because('recipe-request-holds')`what the engine is asked stands in "request"` : because('recipe-nearest')`the nearest is "${near}"`}`,
    );
  }
  if (!isRecord(value.request))
    return refuse(because('recipe-request')`its request is ${shown(value.request)}, not an object`);
  for (const [key, check] of Object.entries(members)) {
    if (value[key] === undefined) continue;
    const wanted = check(value[key]);
    if (wanted !== undefined) refuse(because('recipe-its')`its ${key} is ${shown(value[key])}; ${wanted}`);
  }
  const { $schema: _, ...recipe } = value;
  return isRecipe(recipe) ? recipe : refuse(because('no-recipe')`it is no recipe`);
};

type Refuse = (reason: Told) => never;

/** Describes the valid values if a value is invalid; `undefined` if it is valid. */
type Check = (value: unknown) => Reason | undefined;

const shown = (value: unknown): Told =>
  value === undefined ? because('not-given')`not given` : show(JSON.stringify(value));

const parsed = (text: string, refuse: Refuse): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return refuse(because('recipe-no-json')`it is no JSON (${error instanceof Error ? error.message : show(error)})`);
  }
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;

/** Says what regions must be, where they are not. */
export const regionsCheck: Check = (value) => {
  if (value === false) return undefined;
  const wanted = because(
    'regions-wanted',
  )`it must be false, or an object with size and largest, whole numbers of pixels of at least 1`;
  if (!isRecord(value)) return wanted;
  const known = Object.keys(value).every((key) => key === 'size' || key === 'largest');
  return known && Object.values(value).every(isCount) ? undefined : wanted;
};

const isPosition = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every((each) => Number.isFinite(each));
const isRing = (value: unknown): boolean => Array.isArray(value) && value.length >= 4 && value.every(isPosition);
const isPolygon = (value: unknown): boolean => Array.isArray(value) && value.length >= 1 && value.every(isRing);

/** What the area that is searched must be. */
export const REGION_WANTED = because(
  'region-wanted',
)`it must be {x, y, width, height} in pixels, or a GeoJSON Polygon or MultiPolygon`;

/** Says what the area that is searched must be, where it is not. */
export const regionCheck: Check = (value) => {
  if (!isRecord(value)) return REGION_WANTED;
  const { type, coordinates, x, y, width, height } = value;
  const good =
    type === undefined
      ? [x, y, width, height].every((each) => Number.isFinite(each)) && Number(width) > 0 && Number(height) > 0
      : (type === 'Polygon' && isPolygon(coordinates)) ||
        (type === 'MultiPolygon' &&
          Array.isArray(coordinates) &&
          coordinates.length >= 1 &&
          coordinates.every(isPolygon));
  return good ? undefined : REGION_WANTED;
};

const oneOf =
  (known: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && known.includes(value)
      ? undefined
      : because('wanted-one-of')`it must be one of ${known.join(', ')}`;

const members: Readonly<Record<Exclude<keyof Recipe, 'type' | 'version'>, Check>> = {
  name: (value) => (typeof value === 'string' ? undefined : because('wanted-text')`it must be a text`),
  request: (value) => (isRecord(value) ? undefined : because('wanted-object')`it must be an object`),
  region: regionCheck,
  regions: regionsCheck,
  outputs: (value) => {
    const wanted = because('wanted-list-once')`it must be a list of ${outputFormats.join(', ')}, each once`;
    if (!Array.isArray(value) || value.length === 0) return wanted;
    return value.every((each) => oneOf(outputFormats)(each) === undefined) && new Set(value).size === value.length
      ? undefined
      : wanted;
  },
  metadata: oneOf(metadataPlaces),
};

/** Tells whether a value whose members were checked has those that a recipe must have. */
const isRecipe = (value: object): value is Recipe => 'type' in value && 'version' in value && 'request' in value;
