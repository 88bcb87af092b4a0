import { defaultAlgorithm } from '../algorithm/algorithm.js';
import { configurationOf } from '../algorithm/parameters.js';
import type { BackendInfo } from '../compute/backend.js';
import { type Classification, checkClass, importError } from '../contours/formats/features.js';
import { readGeoJSON, toFeatureCollection } from '../contours/formats/geojson.js';
import type {
  BinaryFormat,
  FeatureCollection,
  GivenCollection,
  Imported,
  TextFormat,
} from '../contours/formats/index.js';
import { frozen } from '../contours/frozen.js';
import { fileName } from '../core/any-window.js';
import { badParameter, SegmenterError } from '../core/errors.js';
import { coded, reading } from '../core/given.js';
import { because } from '../core/reasons.js';
import type { EngineStats } from '../worker/engine-types.js';
import type { ContourFeature, ImageInfo } from '../worker/protocol.js';
import { type AlgorithmSource, sourceIn } from './client/algorithm-source.js';
import type { Contributes } from './commands/commands.js';
import { countObjects } from './contours/objects.js';
import { SegmenterExtensions } from './segmenter-extensions.js';
import type { StorageState } from './storage/keeper.js';
import type { SegmenterEventMap, SegmentInit, SegmentOptions } from './workbench/events.js';
import type { ExportOptions } from './workbench/files/export-options.js';
import { exportContours, importContours, repairContours, takeFiles } from './workbench/files/later-files.js';

export type { FeatureCollection, GivenCollection } from '../contours/formats/index.js';
export type { CommandContribution, CommandInfo, Contributes } from './commands/commands.js';
export type { Extension } from './extensions/extension.js';
export type { FormatContribution } from './extensions/own-format.js';
export type { ModelContext, ModelContribution, PromptPicture, Prompts, Proposal } from './extensions/own-model.js';
export type { PanelContribution } from './extensions/own-panel.js';
export type { ToolContribution, ToolDraft, ToolHandlers, ToolHost } from './extensions/own-tool.js';
export type { Title } from './extensions/table.js';
export type { ToolKey, ToolPointer } from './tools/tool.js';
export type { ImageEntry } from './viewer/image-entry.js';
export type { SegmenterEventMap, SegmentInit, SegmentOptions } from './workbench/events.js';

/**
 * Turns a deep-zoom viewer into a segmenter: a box, a polygon or a point on an image becomes a contour.
 *
 * Coordinates are full-resolution pixels with corner origin, x right, y down, in everything that enters or leaves.
 * Promises reject with a `SegmenterError` (`code`, `message`, `recoverable`) or an `AbortError`.
 *
 * @tag snake-segmenter
 * @fires {CustomEvent} contour-before-start - `{init, options}`, before a run; cancelable
 * @fires {CustomEvent} contour-start - `{id, init, options, slice}`; `slice` of a volume only
 * @fires {CustomEvent} contour-progress - `{id, iteration, step, ring, criterion, level, done, starts, regions, slice}`, at most once a frame; of a search region by region, once a region
 * @fires {CustomEvent} contour-complete - `{contour, contours, details}`; `contours` of a search region by region only, which has one such event
 * @fires {CustomEvent} contour-cancel - `{id, contour}`; no contour where the run was aborted
 * @fires {CustomEvent} contour-change - `{contour, contours, reason}`, once a change; `contour` is the first of `contours`
 * @fires {CustomEvent} contour-select - `{contour, reason}`; no contour where none is selected any more
 * @fires {CustomEvent} contour-remove - `{contour, contours, reason}`, once a change; `contour` is the first of `contours`
 * @fires {CustomEvent} slice-change - `{slice, depth}`, when another slice of a volume is shown
 * @fires {CustomEvent} storage-change - `{state}`: `loading`, `saved`, `unsaved`, `failed` or `off`, with `autosave`
 * @fires {CustomEvent} contour-file-view - `{kind, count}`, with `contourFile`: what is in view was read, as `contours` or `boxes`
 * @fires {CustomEvent} image-choose - `{image, index}`, with `images`: the person chose one; cancelable
 * @fires {CustomEvent} file-save - `{name, data}`: the person saves a file, which the browser then downloads; cancelable
 * @fires {CustomEvent} segmenter-error - `{code, message, recoverable, id}`
 * @fires {CustomEvent} backend-change - `{backend, adapter, reason}`
 * @slot toolbar-start - before the built-in tools
 * @slot toolbar-end - after the built-in tools
 * @slot images-start - before the images
 * @slot images-end - after the images
 * @slot panel-start - at the top of the panel
 * @slot panel-end - at the end of the panel
 * @slot status - in the status line
 * @slot stage - over the image
 * @slot empty - shown while no image is open
 * @csspart base - everything
 * @csspart toolbar - the toolbar
 * @csspart button - a button of the toolbar
 * @csspart images - the strip of images
 * @csspart stage - what is round the viewer
 * @csspart menu - all commands and keys
 * @csspart panel - the selected object, files, parameters
 * @csspart field - one parameter
 * @csspart table - the table of measurements
 * @csspart measurements - the selected contour's measurements
 * @csspart slices - the slice control of a volume
 * @csspart search - a search region by region that is under way
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
 * @cssprop --snake-map-offset - height by which the overview map lies higher, above what the page lays there
 * @cssstate running - a run is under way
 * @cssstate busy - an image is being opened, or a run is under way
 */
export class SnakeSegmenter extends SegmenterExtensions {
  /**
   * Resolves when engine and viewer are there and the image is open; rejects with a `SegmenterError` or an `AbortError`. While the element is in no
   * page it waits until it is put into one; what waits when it is taken out rejects with `detached`.
   */
  get ready(): Promise<void> {
    return this.bench.stage.ready;
  }

  /** What `contours` gave last, and the contours that it then held. */
  #given: { readonly collection: FeatureCollection; readonly held: readonly ContourFeature[] } | undefined;

  /**
   * All contours as a GeoJSON FeatureCollection, in full-resolution pixels: the same object until one changes. Setting replaces
   * all, in one step that can be undone; contours given unchanged send no event. `undefined` and `null`, as of a page whose contours are still on
   * their way, change nothing. While an image opens, and in the task that asks for one, they are set for that one, and those of the image before
   * stay with it; where it cannot be opened, they wait for it, and those of the image that stays are back. Features without an outline or a line, such as points, are left out, which the status line says. An outline that
   * crosses itself becomes the parts that it covers, a moment later, with `contour-change`.
   */
  get contours(): FeatureCollection {
    const held = this.bench.collection.contours;
    if (this.#given?.held !== held) this.#given = { collection: toFeatureCollection(frozen(held)), held };
    return this.#given.collection;
  }

  set contours(collection: GivenCollection | null | undefined) {
    if (collection == null || this.#isHeld(collection)) return;
    try {
      const { contours, skipped, reason } = readGeoJSON(collection);
      this.bench.works.givesContours();
      this.bench.collection.replace(contours, 'set');
      void repairContours(this.bench, contours);
      const [first] = skipped;
      if (first === undefined) return;
      const count = countObjects(contours);
      this.bench.voice.say('importedSome', { count, skipped: skipped.length, reason: reason ?? first });
    } catch (error) {
      this.bench.voice.fail(importError(error));
    }
  }

  /** Whether a collection is what `contours` gave last, and neither the page nor the component has changed anything since. */
  #isHeld(collection: GivenCollection): boolean {
    const held = this.bench.collection.contours;
    if (collection !== this.#given?.collection || held !== this.#given.held) return false;
    const features: unknown = collection.features;
    return Array.isArray(features) && features.length === held.length && held.every((each, k) => each === features[k]);
  }

  /** The selected contour, if any. */
  get selected(): ContourFeature | undefined {
    return frozen(this.bench.collection.selected);
  }

  /** All contours that are selected, in drawing order; `selected` is the one that was last. */
  get selection(): readonly ContourFeature[] {
    return frozen(this.bench.collection.selection);
  }

  /** The open image: size in pixels, bands, bits, levels, placement; `undefined` while none is open. */
  get image(): ImageInfo | undefined {
    return this.bench.stage.image;
  }

  /** Gives the focus to the viewer, so that keys are the component's; without effect while there is none. @param options as of `HTMLElement.focus` */
  override focus(options?: FocusOptions): void {
    this.bench.stage.hold?.viewer.canvas.focus(options);
  }

  /** The backend in use, its adapter, and why it was chosen; `undefined` until the engine has started. */
  get backendInfo(): BackendInfo | undefined {
    return this.bench.stage.seat.backend;
  }

  /**
   * Gives the engine's counters: bytes, buffers, dispatches, and the milliseconds of each kernel and of each part of the runs.
   * @param options.timings true: from now on time each kernel on a GPU that has timestamps, which slows runs; false: stop
   * @throws SegmenterError `detached` where there is no engine
   */
  stats(options?: { readonly timings?: boolean }): Promise<EngineStats> {
    return coded(() => {
      const { engine } = this.bench.stage;
      if (!engine) throw new SegmenterError('detached');
      return engine.stats(options);
    });
  }

  /** The contributions of the component to its host: commands, key bindings, menus, and the parameters' schema. */
  get contributes(): Contributes {
    const info = this.bench.algorithms.find(({ id }) => id === this.algorithm);
    return this.commandTable.contributes(configurationOf(info?.schema ?? { type: 'object', properties: {} }));
  }

  /**
   * Segments an object, and adds its contours to the image once it is `ready`.
   * @param init a box `{x, y, width, height}`, a point `{x, y}` or a GeoJSON Polygon, in full-resolution pixels; the id of a
   * contour to refine, or with `hints` to correct: one that came of a box or a click goes on from there, by its own parameters, any other,
   * and one that was changed since, as it stands, and stays where all marks are on their sides; with `largerThan` or `smallerThan` the next shape of the click
   * that it came from takes its place; `'auto'`, to detect all objects in the domain; or a list of boxes, points and polygons, or a
   * FeatureCollection of polygons, each the start of an object of its own: one run, and one step to undo
   * @param options options of the run and parameters of the algorithm, by name. With `'auto'`, `regions: true` searches an image of
   * any size region by region, and `region` an area of it: objects are added as they are found, in one step to undo, and runs go
   * before the search
   * @returns the contour, the first where there are several
   * @throws SegmenterError such as `bad-init`, `bad-parameter`, `nothing-found`, or `busy` while another run is under way;
   * an `AbortError` where the run was aborted or `contour-before-start` was cancelled
   */
  segment(init: SegmentInit, options?: SegmentOptions): Promise<ContourFeature> {
    const { voice, runs, searching } = this.bench;
    voice.forgive();
    const made = searching.asks(init, options) ? searching.start(options) : runs.segment(init, options);
    return made.then(frozen);
  }

  /** Pauses the run before its next step; while none is under way, the search region by region. Without effect where there is neither. */
  pause(): void {
    this.bench.searching.underWay.pause();
  }

  /** Resumes a paused run; while none is under way, the search region by region. */
  resume(): void {
    this.bench.searching.underWay.resume();
  }

  /** Does one step of the run, then pauses it. */
  step(): void {
    this.bench.runs.step();
  }

  /**
   * Ends the run and keeps the contour as it is after the last step. A search that has no object yet is aborted, and so is a run at
   * the second call before its first step, as a server may not answer, and one that gives no state for half a minute after the call.
   * While no run is under way, ends the search region by region and keeps what was found.
   */
  cancel(): void {
    this.bench.searching.underWay.cancel();
  }

  /** Undoes the last change of contours; false where there is none. */
  undo(): boolean {
    return this.bench.collection.undo();
  }

  /** Repeats the change that was undone last; false where there is none. */
  redo(): boolean {
    return this.bench.collection.redo();
  }

  /**
   * Removes the contour of this id, of a volume's object those on all slices; false where there is none, or it is locked. Without an
   * argument it is `Element.remove`, which takes the component out of the page.
   * @param args the id of a contour, or nothing
   */
  override remove(...args: readonly [] | readonly [id: string | undefined]): boolean {
    if (args.length === 0) {
      super.remove();
      return true;
    }
    const [id] = args;
    return id !== undefined && this.bench.remove(id);
  }

  /**
   * Selects a contour, several or none.
   * @param id of the contour, or a list of ids; `undefined` and `null` select none
   * @returns false where no contour has this id, or one of these
   * @throws SegmenterError `bad-parameter` where it is neither
   */
  select(id: string | readonly string[] | null | undefined): boolean {
    const { collection } = this.bench;
    if (typeof id === 'string' || id == null) return collection.select(id ?? undefined);
    if (!reading('id', () => Array.isArray(id) && id.every((one) => typeof one === 'string')))
      throw badParameter('id', id, 'it must be the id of a contour, or a list of them');
    collection.selectMany(id);
    return id.every((one) => collection.get(one));
  }

  /** Removes all contours, in one change that can be undone. */
  clear(): void {
    this.bench.clear();
  }

  /**
   * Sets the class of a contour; of a volume's object, that of its contours on all slices.
   * @param classification name and colour (red, green, blue, 0 to 255); `undefined` and `null` remove the class
   * @param id of the contour; the selected one when not given
   * @throws SegmenterError `bad-parameter` where it is no `{name, color}`
   */
  classify(classification: Classification | null | undefined, id = this.selected?.id): void {
    this.bench.classify(
      reading('classification', () => checkClass(classification)),
      id,
    );
  }

  /**
   * Writes the contours in a format, hidden ones too: text as a string, masks as a `Blob`. For a volume, GeoJSON, `mask-tiff` and
   * `mask-nifti` hold all slices, the other formats the slice shown. Found objects below the least probability that is shown are in
   * GeoJSON, FlatGeobuf and tables alone.
   * @param format the property `format` when not given
   * @param options `source` of W3C's annotations; `simplify`, pixels that outlines may leave their place to have fewer vertices
   * @throws SegmenterError `bad-parameter` for an unknown format or option, `no-image` for a mask without an image
   */
  export(format: TextFormat, options?: ExportOptions): Promise<string>;
  export(format: BinaryFormat, options?: ExportOptions): Promise<Blob>;
  export(format?: string, options?: ExportOptions): Promise<string | Blob>;
  export(format?: string | null, options?: ExportOptions): Promise<string | Blob> {
    return coded(() => exportContours(this.bench, format ?? this.format, options));
  }

  /**
   * Adds contours in any format that `export` writes, masks of the image's size among them, Annotorious' own annotations, and the XML of
   * Aperio ImageScope and HALO; or takes in a session or a recipe. A contour with the id of one that is there replaces it. While an image opens, they are
   * for that one.
   * @param data text, parsed JSON, or a file; coordinates in full-resolution pixels
   * @throws SegmenterError `bad-import`, also where another image was opened meanwhile; then nothing is changed
   */
  import(data: unknown): Promise<Imported> {
    return importContours(this.bench, data);
  }

  /**
   * Takes a file, or several, as if dropped: the first image is opened, and contours, sessions and recipes are then read. Further images are not
   * opened, which the status line says.
   * @param given from a disk
   * @throws SegmenterError `bad-parameter` where it is no file, `bad-import`, or as opening the image
   */
  take(given: File | readonly File[]): Promise<void> {
    return coded(() => {
      const files: readonly File[] = reading('file', () => (Array.isArray(given) ? [...given] : [given]));
      if (reading('file', () => files.every((file) => fileName(file) !== undefined)))
        return takeFiles(this.bench, files);
      throw badParameter('file', given, 'it must be a File, or a list of them');
    });
  }

  /** Gives the work on the open image, contours and settings, as one file, which `import` reads. */
  session(): Blob {
    return this.bench.works.session();
  }

  /** The state of `autosave` for the open image. */
  get storage(): StorageState {
    return this.bench.works.state;
  }

  /**
   * Adds algorithms of the host, beside the built-in ones. Code at an address runs in the engine's worker with all
   * rights of the page's own scripts: pass no address that the page does not trust as those. `no-modules` refuses all.
   * @param source the address of a module with exports of the type `Algorithm`, which the engine's worker loads; such a module or an
   * algorithm, which runs in the page; or a function that gives such a module, or a worker whose script calls `provide` of
   * `snake-segmenter/toolkit.js`: `() => new Worker(new URL('./my-worker.js', import.meta.url), { type: 'module' })`. That worker is the
   * component's, which ends it
   * @returns a promise of the function that takes them out again; where one of them is selected, `snake` takes its place
   * @throws SegmenterError `bad-parameter` where the source cannot be loaded or has none, `detached` outside of a page
   */
  override registerAlgorithm(source: AlgorithmSource): Promise<() => void> {
    return coded(async () => {
      if (this.noModules)
        throw new SegmenterError('unsupported', {
          what: 'registerAlgorithm',
          reason: because('no-modules')`the page forbids it by no-modules`,
        });
      if (!this.isConnected) throw new SegmenterError('detached');
      const off = await this.bench.stage.seat.register(sourceIn(source));
      return () => {
        const ended = off().then(() => {
          if (!this.bench.algorithms.some(({ id }) => id === this.algorithm)) this.algorithm = defaultAlgorithm;
        });
        ended.catch((error: unknown) => this.bench.voice.fail(error));
      };
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'snake-segmenter': SnakeSegmenter;
  }
  interface HTMLElementEventMap extends SegmenterEventMap {}
  interface DocumentEventMap extends SegmenterEventMap {}
  interface WindowEventMap extends SegmenterEventMap {}
}
