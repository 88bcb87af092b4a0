/** A file of contours that is shown: its worker, and its layer of the overlay. It loads when a page or a person names one. */
import { isBlob } from '../../../core/any-window.js';
import { badParameter } from '../../../core/errors.js';
import type { ImageInfo } from '../../../worker/protocol.js';
import { ContourViewWorker } from '../../client/contour-view-worker.js';
import { englishFiles } from '../../i18n/files/en.js';
import { addEnglish } from '../../i18n/messages.js';
import { FileLayer } from '../../overlay/file-layer.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import { asked } from '../../viewer/tiles/tile-access.js';
import type { Voice } from '../voice.js';

addEnglish(englishFiles);

/** The file that is shown. */
export class ShownFile {
  readonly #layer: FileLayer;
  /** The image of another size that was reported. */
  #told: ImageInfo | undefined;

  private constructor(
    private readonly worker: ContourViewWorker,
    private readonly voice: Voice,
    refresh: () => void,
  ) {
    this.#layer = new FileLayer(worker, worker.facts.bounds, {
      changed: refresh,
      read: (what) => void voice.emit('contour-file-view', what),
      failed: (error) => voice.fail(error),
    });
  }

  /** Opens the file that the element names. Rejects with `bad-parameter` where it is none, or as reading it. */
  static async open(
    { contourFile: file, workerUrl, requestInit }: SegmenterProperties,
    voice: Voice,
    refresh: () => void,
  ): Promise<ShownFile> {
    if (typeof file !== 'string' && !isBlob(file))
      throw badParameter('contourFile', file, 'it must be an address, a File or a Blob');
    const worker = await ContourViewWorker.open({ file, workerUrl, request: asked(requestInit, file) });
    return new ShownFile(worker, voice, refresh);
  }

  /** Tells how many contours it has. */
  tell(): void {
    const { name, count } = this.worker.facts;
    this.voice.say('contourFileOpened', { name, count });
  }

  /** What is drawn on an image; nothing on one of another size than the file says, and of an empty file. */
  layerOn(image: ImageInfo | undefined): FileLayer | undefined {
    const { image: its, name, count } = this.worker.facts;
    if (!its || !image || (image.width === its.width && image.height === its.height))
      return count > 0 ? this.#layer : undefined;
    if (this.#told !== image) this.voice.say('contourFileOther', { name, width: its.width, height: its.height });
    this.#told = image;
    return undefined;
  }

  close(): void {
    this.#layer.close();
    this.worker.close();
  }
}
