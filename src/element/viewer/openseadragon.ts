/**
 * OpenSeadragon, loaded when a viewer is first needed: it is UMD, touches `document` as it loads, and is not wanted
 * at all where the page brings its own viewer.
 */
import type OpenSeadragon from 'openseadragon';

export type Library = typeof OpenSeadragon;

const isLibrary = (value: unknown): value is Library => typeof value === 'function' && 'TileSource' in value;

/** The page's own copy, where a script tag has put it. */
const pageLibrary = (): Library | undefined => {
  const value: unknown = Reflect.get(globalThis, 'OpenSeadragon');
  return isLibrary(value) ? value : undefined;
};

let loading: Promise<Library> | undefined;

/** The module's export where a bundler gives one, else the global that the UMD file sets. */
export const loadOpenSeadragon = (): Promise<Library> => {
  loading ??= import('openseadragon').then((module: { default?: Library }) => {
    const library = module.default ?? pageLibrary();
    if (!library) throw new TypeError('OpenSeadragon gave neither a default export nor a global');
    return library;
  });
  return loading;
};

/** The viewer that lives in `element`, made by the page's OpenSeadragon or by ours. */
export const viewerIn = async (element: Element): Promise<OpenSeadragon.Viewer | undefined> =>
  pageLibrary()?.getViewer(element) ?? (await loadOpenSeadragon()).getViewer(element);
