/**
 * OpenSeadragon, loaded when a viewer is first needed: it is UMD, touches `document` as it loads, and is not wanted
 * at all where the page brings its own viewer.
 */
import type OpenSeadragon from 'openseadragon';
import { badParameter } from '../../core/errors.js';
import { later } from '../../core/later.js';

/** The module of OpenSeadragon. */
export type Library = typeof OpenSeadragon;

/** The module of any OpenSeadragon from 2.4 on, by what all their types have. */
export interface AnyLibrary {
  readonly Viewer: object;
  readonly TileSource: object;
}

const isLibrary = (value: unknown): value is Library => typeof value === 'function' && 'TileSource' in value;

/** The page's own copy, where a script tag has put it. */
export const pageLibrary = (): Library | undefined => {
  const value: unknown = Reflect.get(globalThis, 'OpenSeadragon');
  return isLibrary(value) ? value : undefined;
};

/** The library in a module of it: bundlers wrap what a CommonJS module exports in none, one or two objects with a `default`. */
export const libraryIn = (module: unknown): Library | undefined => {
  let value = module;
  for (let depth = 0; depth < 3; depth++) {
    if (isLibrary(value)) return value;
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, 'default');
  }
  return undefined;
};

const ours = later(() =>
  import('openseadragon').then((module: unknown) => {
    const library = libraryIn(module) ?? pageLibrary();
    if (!library) throw new TypeError('OpenSeadragon gave neither a default export nor a global');
    return library;
  }),
);

/** The module's export where a bundler gives one, else the global that the UMD file sets. Rejects with `not-loaded`. */
export const loadOpenSeadragon = (): Promise<Library> => ours.load();

/** The copies that a viewer may come from: the one that the page names, its global, and the package's own, which is loaded where it is come to. */
export async function* librariesOf(named: Library | undefined): AsyncGenerator<Library> {
  if (named) yield named;
  const page = pageLibrary();
  if (page) yield page;
  yield await loadOpenSeadragon();
}

/** The page's OpenSeadragon. Throws `bad-parameter` where it is not OpenSeadragon. */
export const libraryOf = (given: AnyLibrary | undefined): Library | undefined => {
  if (given === undefined || isLibrary(given)) return given;
  throw badParameter('openSeadragon', given, 'it must be the function that OpenSeadragon exports');
};
