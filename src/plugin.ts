/// <reference lib="esnext.disposable" preserve="true" />
/** Makes a segmenter of an OpenSeadragon viewer that the page already has. */
import type OpenSeadragon from 'openseadragon';
import type { ItemChoice } from './element/viewer/tiled-image.js';
import './index.js';
import type { SnakeSegmenter } from './index.js';

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
      | 'parameters'
      | 'workerUrl'
      | 'requestInit'
      | 'mpp'
      | 'noKeys'
      | 'autosave'
    >
  > {
  /** Where toolbar, panel and messages go; before the viewer's element when not given. */
  readonly container?: HTMLElement;
  /** Which of the viewer's tiled images, or its index in the world; the first when not given. */
  readonly item?: ItemChoice;
}

export interface Attached {
  /** Its methods, properties and events are the tag's. */
  readonly segmenter: SnakeSegmenter;
  /** Takes everything away and leaves the viewer as it was. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Does for `viewer` what `<snake-segmenter for="…">` does. `segmenter.ready` tells when it can be used. */
export const attach = (viewer: OpenSeadragon.Viewer, { container, ...options }: AttachOptions = {}): Attached => {
  const segmenter = document.createElement('snake-segmenter');
  Object.assign(segmenter, options, { viewer });
  if (container) container.append(segmenter);
  else viewer.element.before(segmenter);
  const dispose = (): void => {
    segmenter.remove();
  };
  return { segmenter, dispose, [Symbol.dispose]: dispose };
};
