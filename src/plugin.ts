/// <reference lib="esnext.disposable" preserve="true" />
/** Attaches a segmenter to an OpenSeadragon viewer that the page already has. */
import { isElement } from './core/any-window.js';
import { badParameter } from './core/errors.js';
import { optionsOf, reading } from './core/given.js';
import type { MayBeMissing } from './element/may-be-missing.js';
import type { ItemChoice } from './element/viewer/tiled-image.js';
import { SnakeSegmenter } from './index.js';

/** A viewer of any OpenSeadragon from 2.4 on, by what all their types have. */
export interface AnyViewer {
  readonly element: Element;
  readonly canvas: Element;
}

/** Options of `attach`: properties of the element, and its place in the page. */
export interface AttachOptions
  extends MayBeMissing<
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

/** The element's properties but those that say which viewer it is on. */
const namesOfProperties = (): (keyof AttachOptions)[] => {
  const names = [...SnakeSegmenter.elementProperties.keys()] as (keyof AttachOptions)[];
  return names.filter((name) => !['viewer', 'for'].includes(name));
};

/**
 * Attaches a segmenter to a viewer, as `<snake-segmenter for="…">` does. `segmenter.ready` resolves when it can be used, and
 * rejects with `bad-parameter` where `viewer` was destroyed.
 * @param viewer of OpenSeadragon 2.4 or newer
 * @param options properties of the element, and where it goes; `undefined` and `null` count as not given
 * @throws SegmenterError `bad-parameter` where `viewer` is no OpenSeadragon viewer, `container` no element, or there is no such option
 */
export const attach = (viewer: AnyViewer, options?: AttachOptions): Attached => {
  const { container, ...properties } = optionsOf<AttachOptions>(options, 'container', ...namesOfProperties());
  const place = reading('viewer', () => viewer?.element);
  if (!isElement(place)) throw badParameter('viewer', viewer, 'it must be an OpenSeadragon viewer');
  if (container !== undefined && !isElement(container))
    throw badParameter('container', container, 'it must be an element');
  const segmenter = document.createElement('snake-segmenter');
  reading('options', () => Object.assign(segmenter, properties, { viewer }));
  if (container) container.append(segmenter);
  else place.before(segmenter);
  const dispose = (): void => {
    segmenter.remove();
  };
  return { segmenter, dispose, [Symbol.dispose]: dispose };
};
