/** A file of contours shown under the list, read through its index: it is never changed, and nothing of it is in the list. */
import { isBlob } from '../../../core/any-window.js';
import { badParameter, codedError, isAbort } from '../../../core/errors.js';
import { later } from '../../../core/later.js';
import type { ContourViewWorker } from '../../client/contour-view-worker.js';
import type { FileLayer } from '../../overlay/file-layer.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { Stage } from '../../viewer/stage.js';
import { asked } from '../../viewer/tiles/tile-access.js';
import type { Voice } from '../voice.js';

/** Bytes from which on a file with an index is shown and not read into the list: some fifty thousand contours. */
const LARGE = 2 ** 25;

const layers = later(() => import('../../overlay/file-layer.js'));
const workers = later(() => import('../../client/contour-view-worker.js'));

/** Tells whether a file that was dropped or chosen is better shown than read. */
export const isForView = (file: File): boolean => /\.fgb$/i.test(file.name) && file.size > LARGE;

/** The file of contours that is shown, and its layer of the overlay. */
export class ContourFile {
  #file: Blob | string | undefined;
  #worker: ContourViewWorker | undefined;
  #layer: FileLayer | undefined;
  /** Changes so far: a worker that was started for an earlier one is not wanted any more. */
  #changes = 0;
  /** The image of another size that was reported. */
  #told: unknown;

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly refresh: () => void,
  ) {}

  /** What is drawn; nothing on an image of another size than the file says. */
  get layer(): FileLayer | undefined {
    const { facts } = this.#worker ?? {};
    const { image } = this.stage;
    if (!facts?.image || !image) return this.#layer;
    const { width, height } = facts.image;
    if (image.width === width && image.height === height) return this.#layer;
    if (this.#told !== image) this.voice.say('contourFileOther', { name: facts.name, width, height });
    this.#told = image;
    return undefined;
  }

  /** Shows the file that the property names now. */
  async update(): Promise<void> {
    const file = this.element.contourFile ?? undefined;
    if (file === this.#file) return;
    this.close();
    this.#file = file;
    const change = this.#changes;
    if (file === undefined || file === '') return this.refresh();
    try {
      if (typeof file !== 'string' && !isBlob(file))
        throw badParameter('contourFile', file, 'it must be an address, a File or a Blob');
      const { workerUrl, requestInit } = this.element;
      const { ContourViewWorker } = await workers.load();
      const worker = await ContourViewWorker.open({ file, workerUrl, request: asked(requestInit, file) });
      if (this.#changes !== change) return worker.close();
      this.#worker = worker;
      const { FileLayer } = await layers.load();
      if (this.#changes !== change) return;
      const { name, count, bounds } = worker.facts;
      const layer = new FileLayer(worker, bounds, {
        changed: this.refresh,
        read: (what) => void this.voice.emit('contour-file-view', what),
        failed: (error) => this.voice.fail(codedError(error)),
      });
      if (count > 0) this.#layer = layer;
      this.voice.say('contourFileOpened', { name, count });
      this.refresh();
    } catch (error) {
      if (this.#changes === change && !isAbort(error)) this.voice.fail(codedError(error));
    }
  }

  close(): void {
    this.#changes++;
    this.#layer?.close();
    this.#worker?.close();
    this.#layer = undefined;
    this.#worker = undefined;
    this.#file = undefined;
    this.#told = undefined;
  }
}
