import { SegmenterError } from '../worker/errors.js';
import type { AlgorithmInfo, BackendInfo, ContourFeature, ExecutorStats, ImageInfo } from '../worker/protocol.js';
import type { CommandContribution, CommandInfo, Contributes } from './commands.js';
import type { SegmenterEventMap, SegmentInit, SegmentOptions } from './events.js';
import { download, stem } from './files.js';
import type { Classification } from './formats/features.js';
import { readGeoJSON } from './formats/geojson.js';
import {
  type BinaryFormat,
  type FeatureCollection,
  type Imported,
  readContours,
  type TextFormat,
  toFeatureCollection,
  writerOf,
} from './formats/index.js';
import { laidOn, onSlice } from './on-slice.js';
import { SegmenterElement } from './segmenter-element.js';

export type { CommandContribution, CommandInfo, Contributes } from './commands.js';
export type { SegmenterEventMap, SegmentInit, SegmentOptions } from './events.js';
export type { FeatureCollection } from './formats/index.js';

/**
 * Turns a deep-zoom viewer into a segmenter: a box, a polygon or a point on an image becomes a contour.
 *
 * Coordinates are full-resolution pixels with corner origin, x right, y down, in everything that enters or leaves.
 * Promises reject with a `SegmenterError` (`code`, `message`, `recoverable`) or an `AbortError`.
 *
 * @tag snake-segmenter
 * @fires {CustomEvent} contour-before-start - `{init, options}`, before a run; cancelable
 * @fires {CustomEvent} contour-start - `{id, init, options, slice}`; `slice` of a volume only
 * @fires {CustomEvent} contour-progress - `{id, iteration, step, ring, criterion, level, slice}`, at most once a frame
 * @fires {CustomEvent} contour-complete - `{contour, details}`
 * @fires {CustomEvent} contour-cancel - `{id, contour}`; no contour where the run was aborted
 * @fires {CustomEvent} contour-change - `{contour, reason}`
 * @fires {CustomEvent} contour-select - `{contour, reason}`; no contour where none is selected any more
 * @fires {CustomEvent} contour-remove - `{contour, reason}`
 * @fires {CustomEvent} slice-change - `{slice, depth}`, when another slice of a volume is shown
 * @fires {CustomEvent} segmenter-error - `{code, message, recoverable, id}`
 * @fires {CustomEvent} backend-change - `{backend, adapter, reason}`
 * @slot toolbar-start - before the built-in tools
 * @slot toolbar-end - after the built-in tools
 * @slot panel-start - at the top of the panel
 * @slot panel-end - at the end of the panel
 * @slot status - in the status line
 * @slot empty - shown while no image is open
 * @csspart base - everything
 * @csspart toolbar - the toolbar
 * @csspart button - a button of the toolbar
 * @csspart stage - what is round the viewer
 * @csspart panel - parameters and measurements
 * @csspart field - one parameter
 * @csspart measurements - the selected contour's measurements
 * @csspart slices - the slice control of a volume
 * @csspart status - the status line
 * @csspart error - the error banner
 * @cssprop --snake-accent - colour of what is active
 * @cssprop --snake-on-accent - text on it
 * @cssprop --snake-surface - ground of toolbar, panel and status line
 * @cssprop --snake-raised - ground of fields
 * @cssprop --snake-text - text
 * @cssprop --snake-quiet - secondary text
 * @cssprop --snake-border - lines between parts
 * @cssprop --snake-background - ground behind the image
 * @cssprop --snake-danger - text of errors
 * @cssprop --snake-radius - rounding of corners
 * @cssprop --snake-font - font family
 * @cssprop --snake-contour - contours without a class
 * @cssprop --snake-evolving - the contour that evolves, and drafts
 * @cssstate running - a run is under way
 * @cssstate busy - an image is being opened, or a run is under way
 */
export class SnakeSegmenter extends SegmenterElement {
  /** Settles when engine and viewer are there and the image is open; rejects with a coded error. */
  get ready(): Promise<void> {
    return this.bench.stage.ready;
  }

  /** All contours; setting replaces them, in one step that can be undone. */
  get contours(): FeatureCollection {
    return toFeatureCollection(this.bench.collection.contours);
  }

  set contours(collection: FeatureCollection) {
    try {
      this.bench.collection.replace(readGeoJSON(collection).contours, 'set');
    } catch (error) {
      this.bench.fail(error);
    }
  }

  /** The selected contour. */
  get selected(): ContourFeature | undefined {
    return this.bench.collection.selected;
  }

  /** What is open: size, bands, levels, placement. */
  get image(): ImageInfo | undefined {
    return this.bench.stage.image;
  }

  /** Which backend computes, and why. */
  get backendInfo(): BackendInfo | undefined {
    return this.bench.stage.backend;
  }

  /**
   * Bytes, buffers, dispatches and the time of each kernel. On a GPU times are taken after a call with `timings` on,
   * where the device has timestamps, until one with it off: taking them costs time. Rejects with `detached` where there is no engine.
   */
  async stats(options?: { readonly timings?: boolean }): Promise<ExecutorStats> {
    const { engine } = this.bench.stage;
    if (!engine) throw new SegmenterError('detached');
    return engine.stats(options);
  }

  /** The commands, as they can be run now. */
  get commands(): readonly CommandInfo[] {
    return this.commandTable.list;
  }

  /** What the component contributes to its host: commands, key bindings, menus, and the parameters' schema. */
  get contributes(): Contributes {
    const info = this.bench.algorithms.find(({ id }) => id === this.algorithm);
    return this.commandTable.contributes(info?.schema ?? { type: 'object', properties: {} });
  }

  /**
   * Segments from a box, a polygon, a point, a contour's id or `'auto'`. Waits for `ready`. Rejects with a coded
   * error, with `AbortError` when aborted or prevented; `busy` while another run is under way.
   */
  segment(init: SegmentInit, options?: SegmentOptions): Promise<ContourFeature> {
    this.forgive();
    return this.bench.runs.segment(init, options);
  }

  pause(): void {
    this.bench.runs.pause();
  }

  resume(): void {
    this.bench.runs.resume();
  }

  /** One step of the run, then pause. */
  step(): void {
    this.bench.runs.step();
  }

  /** Ends the run; the contour keeps its last valid state. */
  cancel(): void {
    this.bench.runs.cancel();
  }

  undo(): boolean {
    const done = this.bench.collection.undo();
    if (done) this.say('undone');
    return done;
  }

  redo(): boolean {
    const done = this.bench.collection.redo();
    if (done) this.say('redone');
    return done;
  }

  /**
   * Removes the contour of this id; false where there is none. Without an argument it is `Element.remove`: the
   * component leaves the page.
   */
  override remove(...args: readonly [] | readonly [id: string | undefined]): boolean {
    if (args.length === 0) {
      super.remove();
      return true;
    }
    const [id] = args;
    const done = id !== undefined && this.bench.collection.remove([id], 'remove');
    if (done) this.say('removed');
    return done;
  }

  /** Selects a contour, or none. False where no contour has this id. */
  select(id: string | undefined): boolean {
    return this.bench.collection.select(id);
  }

  /** Takes all contours away; they can be brought back by undo. */
  clear(): void {
    const { collection } = this.bench;
    collection.remove(
      collection.contours.map((contour) => contour.id),
      'clear',
    );
  }

  /** Gives a contour, the selected one if none is named, a class; `undefined` takes it away. */
  classify(classification: Classification | undefined, id = this.selected?.id): void {
    const contour = id === undefined ? undefined : this.bench.collection.get(id);
    if (!contour) return;
    const { classification: _old, ...rest } = contour.properties;
    const properties = { ...rest, ...(classification ? { classification } : {}) };
    this.bench.collection.put([{ ...contour, properties }], 'class');
  }

  /**
   * The contours in a format; text as a string, masks as a `Blob`. Of a volume, GeoJSON, `mask-tiff` and `mask-nifti` hold all
   * slices, the others the slice shown. Rejects with `bad-parameter` or `no-image`.
   */
  export(format: TextFormat): Promise<string>;
  export(format: BinaryFormat): Promise<Blob>;
  export(format?: string): Promise<string | Blob>;
  async export(format: string = this.format): Promise<string | Blob> {
    const { image } = this;
    const writer = writerOf(format);
    if (!image && writer.needs !== 'nothing') throw new SegmenterError('no-image');
    if (writer.needs === 'volume' && !image?.stack) {
      const wanted = 'the image is no volume; choose mask-tiff or mask-png';
      throw new SegmenterError('bad-parameter', { name: 'format', value: format, wanted });
    }
    const { contours } = this.bench.collection;
    const written = writer.slices ? contours : onSlice(contours, this.slice);
    return writer.write(written, image ?? { name: '', width: 0, height: 0 });
  }

  /**
   * Adds contours from GeoJSON, W3C annotations or SVG: text, parsed JSON or a file. A contour whose id is there is
   * replaced. Rejects with `bad-import`, and then changes nothing.
   */
  async import(data: unknown): Promise<Imported> {
    try {
      const imported = readContours(data instanceof Blob ? await data.text() : data);
      const { skipped } = imported;
      const contours = laidOn(imported.contours, this.slice);
      this.bench.collection.put(contours, 'import');
      if (skipped.length === 0) this.say('imported', { count: contours.length });
      else this.say('importedSome', { count: contours.length, skipped: skipped.length, reason: skipped[0]! });
      return { contours, skipped };
    } catch (error) {
      this.bench.fail(error);
      throw error;
    }
  }

  /**
   * Adds the algorithms that a module exports (`{id, title, schema, run}`, see `worker/algorithm.ts`): they run in
   * the worker beside the built-in ones. Resolves to all that are there. Rejects with `bad-parameter` where the module cannot be loaded.
   */
  async registerAlgorithm(module: string | URL): Promise<readonly AlgorithmInfo[]> {
    const { engine } = this.bench.stage;
    if (!engine) throw new SegmenterError('detached');
    await engine.register(new URL(module, document.baseURI));
    await this.bench.listAlgorithms();
    return this.bench.algorithms;
  }

  /** Runs a command if it can run now. Throws `bad-parameter` for an unknown id. */
  executeCommand(id: string, ...args: readonly unknown[]): unknown {
    return this.commandTable.execute(id, ...args);
  }

  /** Adds a command; the function returned takes it out again. */
  registerCommand(command: CommandContribution): () => void {
    return this.commandTable.register(command);
  }

  /** Gives a command these keys and no others, such as `Mod+Shift+Z`. */
  rebind(id: string, ...keys: readonly string[]): void {
    this.commandTable.rebind(id, ...keys);
  }

  /** Takes a command out of the toolbar, or puts it back. */
  hideCommand(id: string, hidden = true): void {
    this.commandTable.hide(id, hidden);
  }

  protected readonly target = {
    undo: () => this.undo(),
    redo: () => this.redo(),
    remove: (id: string) => this.remove(id),
    clear: () => this.clear(),
    classify: (classification: Classification | undefined, id?: string) => this.classify(classification, id),
    read: (file: Blob) => this.import(file),
    /** Writes a file for the browser to download. */
    save: async (format: string = this.format): Promise<void> => {
      const data = await this.export(format);
      const { extension, type } = writerOf(format);
      const name = this.image ? stem(this.image.name) : 'contours';
      download(data instanceof Blob ? data : new Blob([data], { type }), `${name}.${extension}`);
    },
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'snake-segmenter': SnakeSegmenter;
  }
  interface HTMLElementEventMap extends SegmenterEventMap {}
}
