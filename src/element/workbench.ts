/**
 * What one component holds together: the stage (engine, viewer, image), the contours, the runs, the tool in hand and
 * the scene that the overlay draws. It knows the page only by `Page`; the element renders what it says.
 */
import type { Init } from '../worker/algorithm.js';
import { type ErrorData, SegmenterError, toErrorData } from '../worker/errors.js';
import { measure } from '../worker/feature.js';
import type { AlgorithmInfo, BackendInfo, ContourFeature } from '../worker/protocol.js';
import { Collection } from './collection.js';
import type { EngineClientOptions } from './engine-client.js';
import type { Emit } from './events.js';
import type { Classification } from './formats/features.js';
import { Input } from './input.js';
import { areaText, volumeText } from './measured.js';
import type { MessageKey, MessageValues } from './messages.js';
import { counterpart, onSlice, sliceOf } from './on-slice.js';
import { Runs, type RunsHost } from './runs.js';
import type { Evolving, Scene } from './scene.js';
import { sliceWithin } from './slice-show.js';
import { type Engine, Stage, type Wanted } from './stage.js';
import { toolHost } from './tool-host.js';
import { makeTool } from './tools/index.js';
import type { Tool, ToolHost, ToolId } from './tools/tool.js';
import type { ViewerHold } from './viewer.js';

export type { MessageKey, MessageValues } from './messages.js';

/** The element, as the workbench needs it. */
export interface Page {
  readonly connected: boolean;
  readonly wanted: Wanted;
  readonly root: Document | ShadowRoot;
  readonly element: HTMLElement;
  readonly classification: Classification | undefined;
  readonly disabled: boolean;
  readonly tool: ToolId;
  readonly emit: Emit;
  settings: RunsHost['settings'];
  createEngine(options: EngineClientOptions): Engine;
  viewerElement(): Promise<HTMLElement>;
  /** An image is open now. */
  opened(): void;
  chord(chord: string): boolean;
  /** Shown, and read out. */
  say(key: MessageKey, values?: MessageValues): void;
  complain(error: ErrorData): void;
  changed(): void;
}

/** Errors that only the caller needs to see: nothing on the page is amiss. */
const QUIET: ReadonlySet<string> = new Set(['busy', 'detached', 'aborted']);

/** Milliseconds between two looks at a run's progress. */
const TICK = 100;

export class Workbench {
  readonly collection: Collection;
  readonly runs: Runs;
  readonly stage: Stage;
  algorithms: readonly AlgorithmInfo[] = [];
  opening: string | undefined;
  #tool: Tool;
  #input: Input | undefined;
  #evolving: Evolving | undefined;
  /** What the last run showed over the image, on its slice. */
  #picture: Pick<Evolving, 'picture' | 'slice'> | undefined;
  pictureShown = true;
  #parts: Parameters<ToolHost['draw']>[0] = {};
  #preview: ContourFeature | undefined;
  #ticked = 0;
  /** The selected contour, as last seen. */
  #followed: string | undefined;
  /** Contours that lie on the image that is about to be replaced. */
  #old: readonly string[] = [];

  constructor(private readonly page: Page) {
    this.collection = new Collection(page.emit, () => {
      this.#follow();
      this.#tool.refresh?.();
      this.refresh();
      page.changed();
    });
    const bench = this;
    this.runs = new Runs({
      get connected() {
        return page.connected;
      },
      get ready() {
        return bench.stage.ready;
      },
      get engine() {
        return bench.stage.engine;
      },
      get image() {
        return bench.stage.image;
      },
      collection: this.collection,
      get slice() {
        return bench.slice;
      },
      get classification() {
        return page.classification;
      },
      emit: page.emit,
      settings: page.settings,
      show: (evolving) => {
        this.#evolving = evolving;
        if (evolving) this.#picture = evolving.picture ? evolving : undefined;
        this.refresh();
        this.#tick();
      },
      failed: (error, id) => this.fail(error, id),
      changed: page.changed,
      finished: (result) => this.#finished(result),
    });
    this.stage = new Stage({
      get wanted() {
        return page.wanted;
      },
      get root() {
        return page.root;
      },
      createEngine: (options) => page.createEngine(options),
      viewerElement: () => page.viewerElement(),
      viewerOpened: (hold) => this.#viewerOpened(hold),
      viewerClosed: () => this.#viewerClosed(),
      backendChosen: (info) => this.#backendChosen(info),
      engineStopped: (error) => this.fail(error),
      shownChanged: () => {
        this.update().catch(() => {});
      },
      imageOpened: () => {
        this.refresh();
        page.opened();
      },
      imageReplaced: () => this.#imageReplaced(),
      opening: (name) => {
        this.opening = name;
        page.changed();
      },
    });
    this.#tool = makeTool(page.tool, this.#toolHost);
  }

  /** Shown of a volume, 0 the first; none of an image. */
  get slice(): number | undefined {
    return this.stage.slices?.slice;
  }

  /** Shows the nearest slice there is; the selection goes along to the same object. Without effect on an image. */
  showSlice(wanted: number): void {
    const { slices } = this.stage;
    const slice = slices && sliceWithin(slices.depth, wanted);
    if (!slices || slice === undefined || slice === slices.slice) return;
    slices.show(slice).catch((error: unknown) => this.fail(error));
    this.runs.watch(slice);
    const { collection, page } = this;
    const { selected } = collection;
    if (selected && sliceOf(selected) !== slice) {
      collection.select(counterpart(collection.contours, selected, slice)?.id);
    }
    this.#tool.refresh?.();
    this.refresh();
    page.changed();
    page.emit('slice-change', { slice, depth: slices.depth });
  }

  get hasPicture(): boolean {
    return this.#picture !== undefined;
  }

  showPicture(shown: boolean): void {
    this.pictureShown = shown;
    this.refresh();
    this.page.changed();
  }

  /** Does the last run again where that costs little. */
  parameterChanged(name: string, algorithm: string): void {
    const { schema } = this.algorithms.find(({ id }) => id === algorithm) ?? {};
    if (schema?.properties[name]?.live) this.runs.again(name, algorithm);
  }

  get tool(): Tool {
    return this.#tool;
  }

  /** Something is drawn that is no start yet. */
  get drafting(): boolean {
    const { draft, cursor } = this.#parts;
    return draft !== undefined || cursor !== undefined;
  }

  /** The page asks for another image, viewer or engine. Runs on the old image end. */
  update(): Promise<void> {
    this.runs.abort();
    this.#old = this.stage.image ? this.collection.contours.map(({ id }) => id) : this.#old;
    const opening = this.stage.update();
    opening.catch((error: unknown) => {
      if (this.page.connected) this.fail(error);
    });
    return opening;
  }

  close(): void {
    this.runs.abort(new SegmenterError('detached'));
    this.stage.close();
  }

  useTool(id: ToolId): void {
    if (this.#tool.id === id) return;
    this.#tool.reset();
    this.#parts = {};
    this.#preview = undefined;
    this.#tool = makeTool(id, this.#toolHost);
    this.#tool.refresh?.();
    this.#input?.cursor();
    this.refresh();
  }

  /** Cancels what is going on: the draft first, else the run. */
  cancel(): void {
    if (!this.#tool.reset()) this.runs.cancel();
  }

  enable(): void {
    if (this.page.disabled) this.#tool.reset();
    this.#input?.cursor();
  }

  async listAlgorithms(): Promise<void> {
    this.algorithms = (await this.stage.engine?.algorithms()) ?? [];
    this.page.changed();
  }

  fail(error: unknown, id?: string): void {
    const data = toErrorData(error);
    if (data.code === 'aborted') return;
    if (!QUIET.has(data.code)) this.page.complain(data);
    const { code, message, recoverable } = data;
    this.page.emit('segmenter-error', { code, message, recoverable, ...(id === undefined ? {} : { id }) });
  }

  /** Status line and progress bar need not follow every frame. */
  #tick(): void {
    const now = performance.now();
    if (now - this.#ticked < TICK) return;
    this.#ticked = now;
    this.page.changed();
  }

  /** Hands the overlay what is to be seen. */
  refresh(): void {
    const { hold } = this.stage;
    if (!hold) return;
    const { overlay } = hold;
    const preview = this.#preview;
    const { slice } = this;
    const { placement } = this.stage.image ?? {};
    const { selected } = this.collection;
    const contours = onSlice(this.collection.contours, slice);
    const evolving = this.#evolving?.slice === slice || slice === undefined ? this.#evolving : undefined;
    if (this.collection.contours.length === 0 && !this.runs.busy) this.#picture = undefined;
    const { picture } = this.pictureShown && this.#picture?.slice === slice ? (this.#picture ?? {}) : {};
    const scene: Scene = {
      contours: preview ? contours.map((contour) => (contour.id === preview.id ? preview : contour)) : contours,
      ...(selected ? { selected: selected.id } : {}),
      ...(evolving ? { evolving } : {}),
      ...(picture ? { picture } : {}),
      // A page's own viewer has its own furniture.
      ...(placement && hold.owned ? { placement } : {}),
      ...this.#parts,
    };
    overlay.scene = scene;
  }

  readonly #toolHost: ToolHost = toolHost({
    projection: () => this.stage.hold?.overlay.projection,
    image: () => this.stage.image,
    collection: () => this.collection,
    slice: () => this.slice,
    start: (init: Init) => {
      this.runs.segment(init).catch(() => {});
    },
    preview: (contour) => {
      this.#preview = contour;
      this.refresh();
    },
    edit: (contour) => {
      this.#preview = undefined;
      const { placement } = this.stage.image ?? {};
      const measurements = measure(contour.geometry, placement);
      this.collection.put([{ ...contour, properties: { ...contour.properties, measurements } }], 'edit');
    },
    draw: (parts) => {
      this.#parts = parts;
      this.refresh();
      this.page.changed();
    },
    say: (key, values) => this.page.say(key, values),
  });

  #viewerOpened(hold: ViewerHold): void {
    const { page } = this;
    const bench = this;
    const style = getComputedStyle(page.element);
    const colour = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
    hold.overlay.look = {
      accent: colour('--snake-evolving', '#3da5ff'),
      contour: colour('--snake-contour', '#2ee6a8'),
    };
    this.#input = new Input(
      hold,
      {
        get tool() {
          return bench.#tool;
        },
        get enabled() {
          return !page.disabled && bench.stage.image !== undefined;
        },
        chord: (chord) => page.chord(chord),
        through: (by) => {
          const { slice } = bench;
          if (slice !== undefined) bench.showSlice(slice + by);
          return slice !== undefined;
        },
      },
      page.element,
    );
    this.refresh();
  }

  #viewerClosed(): void {
    this.#input?.destroy();
    this.#input = undefined;
  }

  #backendChosen(info: BackendInfo): void {
    this.page.emit('backend-change', info);
    this.page.changed();
    this.listAlgorithms().catch((error: unknown) => this.fail(error));
  }

  /** A contour newly selected is brought into view. */
  #follow(): void {
    const { selected } = this.collection;
    if (selected?.id === this.#followed) return;
    this.#followed = selected?.id;
    if (selected) this.showSlice(sliceOf(selected));
  }

  /** The contours of the image before stay until this one is open, and then can be brought back by undo. */
  #imageReplaced(): void {
    const old = this.#old;
    this.#old = [];
    this.#tool.reset();
    this.#picture = undefined;
    this.collection.remove(old, 'image');
  }

  #finished({ contours, cancelled, milliseconds }: Parameters<RunsHost['finished']>[0]): void {
    const time = milliseconds < 950 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
    const [first] = contours;
    if (cancelled) this.page.say('cancelled');
    else if (first?.properties.metadata.object) {
      this.page.say('doneVolume', { count: contours.length, volume: volumeText(first), time });
    } else if (contours.length > 1) this.page.say('doneMany', { count: contours.length, time });
    else if (first) this.page.say('done', { area: areaText(first), time });
  }
}
