/// <reference lib="esnext.disposable" preserve="true" />
/** Attaches a segmenter to an OpenSeadragon viewer that the page already has. */
import type { ItemChoice } from './element/viewer/tiled-image.js';
import './index.js';
import type { SnakeSegmenter } from './index.js';

/** A viewer of any OpenSeadragon from 2.4 on, by what all their types have. */
export interface AnyViewer {
  readonly element: Element;
  readonly canvas: Element;
}

/** Options of `attach`: properties of the element, and its place in the page. */
export interface AttachOptions
  extends Partial<
    Pick<
      SnakeSegmenter,
      | 'algorithm'
      | 'model'
      | 'channel'
      | 'backend'
      | 'toolbar'
      | 'panel'
      | 'tool'
      | 'format'
      | 'classification'
      | 'contourStyle'
      | 'display'
      | 'parameters'
      | 'workerUrl'
      | 'openSeadragon'
      | 'requestInit'
      | 'mpp'
      | 'keys'
      | 'noKeys'
      | 'autosave'
      | 'imageKey'
    >
  > {
  /** The parent of toolbar, panel and messages; when not given they come before the viewer's element. */
  readonly container?: HTMLElement;
  /** The viewer's tiled image to segment, or its index in the world; the first when not given. */
  readonly item?: ItemChoice;
}

/** A segmenter on a viewer, and the function that removes it. */
export interface Attached {
  /** The `<snake-segmenter>` element, with its methods, properties and events. */
  readonly segmenter: SnakeSegmenter;
  /** Removes the segmenter and leaves the viewer as it was. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * Attaches a segmenter to a viewer, as `<snake-segmenter for="…">` does. `segmenter.ready` resolves when it can be used, and
 * rejects with `bad-parameter` where `viewer` is no OpenSeadragon viewer.
 * @param viewer of OpenSeadragon 2.4 or newer
 * @param options properties of the element, and where it goes
 */
export const attach = (viewer: AnyViewer, { container, ...options }: AttachOptions = {}): Attached => {
  const segmenter = document.createElement('snake-segmenter');
  Object.assign(segmenter, options, { viewer });
  if (container) container.append(segmenter);
  else viewer.element.before(segmenter);
  const dispose = (): void => {
    segmenter.remove();
  };
  return { segmenter, dispose, [Symbol.dispose]: dispose };
};
