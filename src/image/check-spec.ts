/** Checks of the specification of an image to open. */

import { isBlob } from '../core/any-window.js';
import { badParameter } from '../core/errors.js';
import { checkFunction, givenOf, isGiven, textOf } from '../core/given.js';
import type { Told } from '../core/reasons.js';
import type { ImageSpec, TileLevel } from './image-spec.js';
import { isPixelSize, MOST_SIZE } from './pixel-size.js';
import type { ImageSource, Placement } from './samples.js';

const WANTED =
  'it must be {kind: "url", url}, {kind: "blob", blob}, {kind: "samples", width, height, data} or {kind: "tiles", levels, tile}';
const units: readonly unknown[] = ['µm', 'mm', 'm', 'degree'] satisfies Placement['unit'][];

/** The spec as plain data. Throws `bad-parameter`. */
export const checkSpec = (given: ImageSpec): ImageSpec => {
  const spec: Partial<Readonly<Record<string, unknown>>> = givenOf('image', given, WANTED);
  const name = textOf('name', spec.name);
  const named = name === undefined ? {} : { name };
  const { kind, url, blob } = spec;
  const placement = checkPlacement(spec.placement);
  const its = placement === undefined ? named : { ...named, placement };
  if (given.kind === 'url' && typeof url === 'string') {
    const { request } = given;
    if (isGiven(request)) checkFunction('request', request);
    return { kind: 'url', url, ...its, ...(isGiven(request) && { request }) };
  }
  if (kind === 'blob' && isBlob(blob)) return { kind, blob, ...its };
  if (given.kind === 'samples') return { ...given, ...named };
  if (given.kind === 'tiles') {
    const { levels, tile } = given;
    checkFunction('tile', tile);
    return { kind: 'tiles', levels: checkLevels(levels), tile, ...its };
  }
  if (kind === 'url') throw badParameter('url', url, 'it must be a text');
  if (kind === 'blob') throw badParameter('blob', blob, 'it must be a Blob or a File');
  throw badParameter('image', kind, WANTED);
};

/** Levels of tiles; throws `bad-parameter`. */
const checkLevels = (levels: unknown): readonly TileLevel[] => {
  if (!isLevels(levels))
    throw badParameter('levels', levels, 'it must be a list of {width, height, scale, tileWidth, tileHeight, overlap}');
  return levels;
};

const isLevels = (levels: unknown): levels is readonly TileLevel[] =>
  Array.isArray(levels) &&
  levels.length > 0 &&
  levels.every((level: Partial<TileLevel> | null) => {
    const { width, height, tileWidth, tileHeight, overlap, scale } = level ?? {};
    const count = (value: unknown): value is number => isCount(value);
    const sizes = [width, height, tileWidth, tileHeight].every(count);
    return (
      sizes && Number.isSafeInteger(overlap) && Number(overlap) >= 0 && Number(scale) >= 1 && Number.isFinite(scale)
    );
  });

/** A copy of a placement, or `undefined` where none was given. Throws `bad-parameter`. */
export const checkPlacement = (placement: unknown): Placement | undefined => {
  if (!isGiven(placement)) return undefined;
  const wanted =
    'it must be {pixelWidth, pixelHeight, unit}, both sizes from 1e-100 to 1e100, the unit µm, mm, m or degree';
  if (typeof placement !== 'object' || placement === null) throw badParameter('placement', placement, wanted);
  const its: Partial<Record<string, unknown>> = { ...placement };
  const { origin, axes, crs } = its;
  const numbers = (value: unknown, count: number, most = Number.MAX_VALUE): boolean =>
    value === undefined ||
    (Array.isArray(value) &&
      value.length === count &&
      value.every((each) => Number.isFinite(each) && Math.abs(each) <= most));
  if (!isPlacement(its)) throw badParameter('placement', placement, wanted);
  if (!numbers(origin, 2)) throw badParameter('placement.origin', origin, 'it must be two finite numbers');
  if (!numbers(axes, 4, MOST_SIZE))
    throw badParameter('placement.axes', axes, 'it must be four numbers from -1e100 to 1e100');
  if (crs !== undefined && typeof crs !== 'string') throw badParameter('placement.crs', crs, 'it must be a text');
  return its;
};

const isPlacement = (value: object): value is Placement => {
  const { pixelWidth, pixelHeight, unit }: Partial<Placement> = value;
  return isPixelSize(pixelWidth) && isPixelSize(pixelHeight) && units.includes(unit);
};

/** Validates the members of a source that the caller implements. Throws `bad-parameter`. */
export const checkSource = (source: ImageSource): ImageSource => {
  const refuse = (name: string, value: unknown, wanted: Told): never => {
    throw badParameter(`image.${name}`, value, wanted);
  };
  const { width, height, bands, bits, levels, name } = source;
  if (typeof name !== 'string') refuse('name', name, 'it must be a text');
  for (const [key, value] of Object.entries({ width, height, bands })) {
    if (!isCount(value)) refuse(key, value, 'it must be a whole number of at least 1');
  }
  if (![8, 16, 32].includes(bits)) refuse('bits', bits, 'it must be 8, 16 or 32');
  const sound =
    Array.isArray(levels) &&
    levels.length > 0 &&
    levels.every((level) => isCount(level?.width) && isCount(level.height) && level.scaleX > 0 && level.scaleY > 0);
  if (!sound) refuse('levels', levels, 'it must be a list of {width, height, scaleX, scaleY}, the finest first');
  if (typeof source.region !== 'function') refuse('region', source.region, 'it must be a function');
  if (typeof source.close !== 'function') refuse('close', source.close, 'it must be a function');
  checkPlacement(source.placement);
  return source;
};

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
