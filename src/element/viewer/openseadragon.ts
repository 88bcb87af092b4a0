/**
 * OpenSeadragon, loaded when a viewer is first needed: it is UMD, touches `document` as it loads, and is not wanted
 * at all where the page brings its own viewer.
 */
import type OpenSeadragon from 'openseadragon';

/** The module of OpenSeadragon. */
export type Library = typeof OpenSeadragon;

const isLibrary = (value: unknown): value is Library => typeof value === 'function' && 'TileSource' in value;

/** The page's own copy, where a script tag has put it. */
const pageLibrary = (): Library | undefined => {
  const value: unknown = Reflect.get(globalThis, 'OpenSeadragon');
  return isLibrary(value) ? value : undefined;
};

let loading: Promise<Library> | undefined;

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

/** The module's export where a bundler gives one, else the global that the UMD file sets. */
export const loadOpenSeadragon = (): Promise<Library> => {
  loading ??= import('openseadragon').then((module: unknown) => {
    const library = libraryIn(module) ?? pageLibrary();
    if (!library) throw new TypeError('OpenSeadragon gave neither a default export nor a global');
    return library;
  });
  return loading;
};

/** The viewers of a library before 3.0, which has no `getViewer`: it kept none of them by its element. */
const viewerOf = (library: Library | undefined, element: Element): OpenSeadragon.Viewer | undefined =>
  typeof library?.getViewer === 'function' ? library.getViewer(element) : undefined;

/**
 * The viewer that lives in `element`: made by the page's OpenSeadragon, by ours, or by a copy in a bundle that the page named
 * with `OpenSeadragon`, the element's property.
 */
export const viewerIn = async (element: Element, library?: Library): Promise<OpenSeadragon.Viewer | undefined> =>
  viewerOf(library, element) ?? viewerOf(pageLibrary(), element) ?? viewerOf(await loadOpenSeadragon(), element);
