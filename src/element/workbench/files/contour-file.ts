/** A file of contours shown under the list, read through its index: it is never changed, and nothing of it is in the list. */
import { codedError, isAbort } from '../../../core/errors.js';
import { later } from '../../../core/later.js';
import type { FileLayer } from '../../overlay/file-layer.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { Stage } from '../../viewer/stage.js';
import type { Voice } from '../voice.js';
import type { ShownFile } from './shown-file.js';

/** Bytes from which on a file with an index is shown and not read into the list: some fifty thousand contours. */
const LARGE = 2 ** 25;

const code = later(() => import('./shown-file.js'));

/** Tells whether a file that was dropped or chosen is better shown than read. */
export const isForView = (file: File): boolean => /\.fgb$/i.test(file.name) && file.size > LARGE;

/** The file of contours that the element names. */
export class ContourFile {
  #file: Blob | string | undefined;
  #shown: ShownFile | undefined;
  /** Changes so far: a file that was opened for an earlier one is not wanted any more. */
  #changes = 0;

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly refresh: () => void,
  ) {}

  /** What is drawn; nothing on an image of another size than the file says. */
  get layer(): FileLayer | undefined {
    return this.#shown?.layerOn(this.stage.image);
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
      const { ShownFile } = await code.load();
      const shown = await ShownFile.open(this.element, this.voice, this.refresh);
      if (this.#changes !== change) return shown.close();
      this.#shown = shown;
      shown.tell();
      this.refresh();
    } catch (error) {
      if (this.#changes === change && !isAbort(error)) this.voice.fail(codedError(error));
    }
  }

  close(): void {
    this.#changes++;
    this.#shown?.close();
    this.#shown = undefined;
    this.#file = undefined;
  }
}
