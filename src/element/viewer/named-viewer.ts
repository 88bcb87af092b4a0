/** The viewer of the page that `for` names. Loaded where the page names one. */
import type OpenSeadragon from 'openseadragon';
import { abortError, SegmenterError, show } from '../../core/errors.js';
import { type AnyLibrary, type Library, libraryOf, loadOpenSeadragon, pageLibrary } from './openseadragon.js';

/** The longest time that a viewer may take to appear, in milliseconds. */
const PATIENCE = 10_000;

/** The viewer in the element of that id, if both are there. */
export const viewerAt = async (
  id: string,
  root: Document | ShadowRoot,
  library: AnyLibrary | undefined,
): Promise<OpenSeadragon.Viewer | undefined> => {
  const element = root.getElementById(id) ?? document.getElementById(id);
  return element ? viewerIn(element, libraryOf(library)) : undefined;
};

/** The viewer in the element of that id, waited for until both are there. Rejects with `bad-parameter` or an `AbortError`. */
export const findViewer = async (
  id: string,
  root: Document | ShadowRoot,
  library: AnyLibrary | undefined,
  signal: AbortSignal,
): Promise<OpenSeadragon.Viewer> => {
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    if (signal.aborted) throw abortError();
    const viewer = await viewerAt(id, root, library);
    if (viewer) return viewer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new SegmenterError('bad-parameter', {
    name: 'for',
    value: show(id),
    wanted:
      'it must be the id of an element with an OpenSeadragon viewer; set `openSeadragon` where that comes from a bundle, and `viewer` where it is older than 3.0 and shows no image yet',
  });
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
const viewerIn = async (element: Element, library?: Library): Promise<OpenSeadragon.Viewer | undefined> => {
  const page = pageLibrary();
  const own = library === undefined && page !== undefined ? undefined : loadOpenSeadragon;
  return (await viewerOf(library, element)) ?? (await viewerOf(page, element)) ?? viewerOf(await own?.(), element);
};
