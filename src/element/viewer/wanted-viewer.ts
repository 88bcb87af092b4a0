/** The viewer that a page wants: its own, one that `for` names, or one of ours. */
import type OpenSeadragon from 'openseadragon';
import { loaded } from '../../core/later.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import { ViewerHold } from './viewer.js';

/** What a page says of the viewer. */
export interface WantedViewer {
  readonly element: SegmenterProperties;
  /** The page's own viewer, where it gives one. */
  readonly pageViewer: OpenSeadragon.Viewer | undefined;
}

/** Where an id is looked for. */
const treeOf = (element: SegmenterProperties): Document | ShadowRoot => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : document;
};

/** Takes the viewer in hand. Rejects with a coded error where there is none. */
export const wantedViewer = async ({ element, pageViewer }: WantedViewer, signal: AbortSignal): Promise<ViewerHold> => {
  if (pageViewer) return ViewerHold.adopt(pageViewer, element);
  if (!element.for) return ViewerHold.create(element);
  const { findViewer } = await loaded(import('./named-viewer.js'));
  return ViewerHold.adopt(await findViewer(element.for, treeOf(element), element.openSeadragon, signal), element);
};

/** Whether a viewer in hand is the one that the page wants. */
export const isWanted = async (
  { viewer, owned }: ViewerHold,
  { element, pageViewer }: WantedViewer,
): Promise<boolean> => {
  if (pageViewer) return viewer === pageViewer;
  if (!element.for) return owned;
  const { viewerAt } = await loaded(import('./named-viewer.js'));
  return viewer === (await viewerAt(element.for, treeOf(element), element.openSeadragon));
};
