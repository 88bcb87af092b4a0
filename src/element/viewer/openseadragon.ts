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
const pageLibrary = (): Library | undefined => {
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

/** What waits for the viewers of libraries before 3.0 that update their viewports. */
const watchers = new Map<Library, Set<(viewer: OpenSeadragon.Viewer) => void>>();

/** Milliseconds in which an open viewer draws a frame, in a page in sight. */
const FRAMES = 200;

/**
 * The viewer in `element` of a library before 3.0, which keeps none by its element: a viewer that shows an image updates its viewport
 * every frame, and the viewport knows its viewer.
 */
const drawnIn = (library: Library, element: Element): Promise<OpenSeadragon.Viewer | undefined> =>
  new Promise((resolve) => {
    const { prototype } = library.Viewport;
    const { update } = prototype;
    const known = watchers.get(library);
    const watching = known ?? new Set();
    const end = (viewer?: OpenSeadragon.Viewer): void => {
      clearTimeout(timer);
      watching.delete(look);
      resolve(viewer);
    };
    const look = (viewer: OpenSeadragon.Viewer): void => {
      if (viewer.element === element) end(viewer);
    };
    const timer = setTimeout(end, FRAMES);
    watching.add(look);
    if (known !== undefined) return;
    watchers.set(library, watching);
    prototype.update = function (this: OpenSeadragon.Viewport) {
      const viewer: OpenSeadragon.Viewer | null = Reflect.get(this, 'viewer');
      if (viewer) for (const each of [...watching]) each(viewer);
      if (watching.size === 0) {
        prototype.update = update;
        watchers.delete(library);
      }
      return update.call(this);
    };
  });

const viewerOf = async (library: Library | undefined, element: Element): Promise<OpenSeadragon.Viewer | undefined> => {
  if (library === undefined) return undefined;
  return typeof library.getViewer === 'function'
    ? (library.getViewer(element) ?? undefined)
    : drawnIn(library, element);
};

/**
 * The viewer that lives in `element`: made by the page's OpenSeadragon, by ours, or by a copy in a bundle that the page named
 * with `OpenSeadragon`, the element's property.
 */
export const viewerIn = async (element: Element, library?: Library): Promise<OpenSeadragon.Viewer | undefined> => {
  const page = pageLibrary();
  const own = library === undefined && page !== undefined ? undefined : loadOpenSeadragon;
  return (await viewerOf(library, element)) ?? (await viewerOf(page, element)) ?? viewerOf(await own?.(), element);
};
