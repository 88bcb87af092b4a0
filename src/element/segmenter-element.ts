/** The element without its methods: properties, life in the page, and what it renders. */
import { html, LitElement, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type OpenSeadragon from 'openseadragon';
import type { ErrorData } from '../worker/errors.js';
import type { BackendChoice } from '../worker/protocol.js';
import { Commands } from './commands.js';
import { Drops } from './drops.js';
import { EngineClient, type EngineClientOptions } from './engine-client.js';
import { emitter } from './events.js';
import { holdsContours } from './files.js';
import type { Classification } from './formats/features.js';
import { icon } from './icons.js';
import { errorText, type MessageKey, type MessageValues, type Translate, translator } from './messages.js';
import { type PanelActions, panelView } from './panel-view.js';
import { panel } from './parts/panel.js';
import { sliceControl } from './parts/slices.js';
import { banner, statusLine } from './parts/status.js';
import { panelStyles, statusStyles, styles, toolbarStyles } from './parts/styles.js';
import { rove, toolbar } from './parts/toolbar.js';
import { type CommandTarget, runnersFor } from './runners.js';
import { settingsOf } from './settings.js';
import type { Source } from './sources.js';
import type { Engine } from './stage.js';
import { statesOf } from './states.js';
import { statusView } from './status-text.js';
import type { ItemChoice } from './tiled-image.js';
import { isToolId } from './tools/index.js';
import type { ToolId } from './tools/tool.js';
import { type Page, Workbench } from './workbench.js';

/** Properties whose change opens another engine, viewer or image. */
const OPENING: ReadonlySet<PropertyKey> = new Set(['src', 'for', 'backend', 'workerUrl']);

export abstract class SegmenterElement extends LitElement {
  static override styles = [styles, toolbarStyles, panelStyles, statusStyles];

  /** A `.dzi`, IIIF `info.json`, GeoTIFF or plain image by address; as property also a `File`, `Blob` or tile source. */
  @property({ type: String }) src?: Source;
  /** The id of an element with an OpenSeadragon viewer to attach to. */
  @property() for?: string;
  /** `snake`, `level-set`, `linear-features`, or another that was registered. */
  @property() algorithm = 'snake';
  /** The snake's noise model; the algorithm's default when not given. */
  @property() model?: string;
  /** What of the pixels is looked at; the algorithm's default when not given. */
  @property() channel?: string;
  /** `auto`: WebGPU on a real GPU, else the CPU. */
  @property() backend: BackendChoice = 'auto';
  /** Shows toolbar, status line and, on demand, the panel. */
  @property({ type: Boolean, reflect: true }) toolbar = false;
  /** Takes no input. */
  @property({ type: Boolean, reflect: true }) disabled = false;
  /** Shows parameters and measurements. */
  @property({ type: Boolean, reflect: true }) panel = false;
  /** The tool in hand: `pan`, `box`, `polygon`, `point` or `nodes`. */
  @property({ reflect: true }) tool: ToolId = 'pan';
  /** Shows the viewer's minimap. */
  @property({ type: Boolean }) navigator = false;
  /** Where the worker's script lies, if not beside this module. */
  @property({ attribute: 'worker-url' }) workerUrl?: string;
  /** The format that the save command writes. */
  @property() format = 'geojson';
  /** The class of contours made from now on. */
  @property({ attribute: false }) classification?: Classification;
  /** Parameters of the algorithm, beside `model` and `channel`. */
  @property({ attribute: false }) parameters: Readonly<Record<string, unknown>> = {};
  /** Options for OpenSeadragon, where the component makes the viewer. */
  @property({ attribute: false }) viewerOptions: object = {};

  @state() private message: { readonly key: MessageKey; readonly values: MessageValues } | undefined;
  @state() private problem: ErrorData | undefined;
  /** The last input came from a pointer: the viewer's focus ring is for keys. */
  @state() private pointing = false;
  @query('.viewer') private viewerBox!: HTMLElement;
  @query('.toolbar') private bar!: HTMLElement | null;
  @query('input[type=file]') private chooser!: HTMLInputElement;
  @query('#class-name') private classField!: HTMLInputElement | null;

  readonly #drops = new Drops(this, (file) => this.#take(file));
  readonly #internals = this.attachInternals();
  protected readonly bench = new Workbench(this.#page());
  protected readonly commandTable = new Commands(
    runnersFor(this.#target()),
    () => statesOf(this, this.bench),
    () => this.t,
    () => this.requestUpdate(),
  );
  #viewer: OpenSeadragon.Viewer | undefined;
  /** Asked for before there was a volume. */
  #slice: number | undefined;
  /** In a page, with engine and viewer. Not `#`: Lit asks before the fields are there. */
  private open = false;

  /** The OpenSeadragon viewer: set a page's own to attach to it. */
  get viewer(): OpenSeadragon.Viewer | undefined {
    return this.#viewer ?? this.bench.stage.hold?.viewer;
  }

  set viewer(viewer: OpenSeadragon.Viewer | undefined) {
    if (viewer === this.#viewer) return;
    this.#viewer = viewer;
    this.requestUpdate();
    this.#reopen();
  }

  /**
   * The tiled image of the viewer's world that contours lie on: set it, or its index in the world, where the page's viewer
   * has several; the first when not set. Coordinates are that image's own pixels, under its placement, rotation and flip.
   * The contours of the image before go with `contour-remove` once this one is open, and `undo()` brings them back; they
   * stay where both show the same tile source. When the image leaves the world, the first takes over. `src` is shown
   * in the place of the one chosen. `ready` rejects with `bad-parameter` where the viewer has no such image.
   */
  @property({ type: Number })
  get item(): OpenSeadragon.TiledImage | undefined {
    return this.bench.stage.hold?.item;
  }

  set item(item: ItemChoice | null | undefined) {
    this.bench.stage.choose(item ?? undefined);
    this.#reopen();
  }

  /** Of a volume: the slice shown, 0 the first, the nearest where there is no such one. None while no volume is open. */
  @property({ type: Number })
  get slice(): number | undefined {
    return this.bench.slice;
  }

  set slice(slice: number | undefined) {
    if (!this.bench.stage.isCurrent || this.bench.slice === undefined) this.#slice = slice;
    else if (slice !== undefined) this.bench.showSlice(slice);
  }

  protected abstract readonly target: Pick<
    CommandTarget,
    'undo' | 'redo' | 'remove' | 'clear' | 'classify' | 'save' | 'read'
  >;

  /** Makes the engine. A subclass may put another in its place: tests do. */
  protected createEngine(options: EngineClientOptions): Engine {
    return new EngineClient(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.open) return;
    this.#upgrade();
    this.open = true;
    this.bench.update().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (this.isConnected || !this.open) return;
      this.open = false;
      this.bench.close();
    });
  }

  /** What a page set before the element was defined; Lit sees to the rest. */
  #upgrade(): void {
    for (const name of ['viewer', 'item', 'contours', 'slice']) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /** Properties that open something act at once, so that `ready` is the new one in the next line. */
  override requestUpdate(name?: PropertyKey, old?: unknown, options?: PropertyDeclaration): void {
    super.requestUpdate(name, old, options);
    if (name !== undefined && OPENING.has(name) && Reflect.get(this, name) !== old) this.#reopen();
  }

  #reopen(): void {
    if (!this.open) return;
    this.problem = undefined;
    this.bench.update().catch(() => {});
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('tool')) {
      if (isToolId(this.tool)) this.bench.useTool(this.tool);
      else this.tool = 'pan';
      this.message = undefined;
    }
    if (changed.has('disabled')) this.bench.enable();
    if (changed.has('algorithm')) this.bench.stage.engine?.prepare(this.algorithm);
    this.toggleAttribute('data-attached', this.#attached);
  }

  override updated(): void {
    if (this.bar) rove(this.bar, this.shadowRoot?.activeElement);
    const { busy } = this.bench.runs;
    for (const [name, on] of [
      ['running', busy],
      ['busy', busy || this.bench.opening !== undefined],
    ] as const) {
      if (on) this.#internals.states.add(name);
      else this.#internals.states.delete(name);
    }
  }

  override render(): TemplateResult {
    const attached = this.#attached;
    return html`<div
      class="base ${attached ? 'attached' : ''} ${this.toolbar ? '' : 'bare'} ${this.pointing ? 'pointing' : ''}"
      part="base"
      @pointerdown=${() => this.#points(true)}
      @keydown=${{ handleEvent: () => this.#points(false), capture: true }}
      @dragover=${this.#drops.enter}
      @dragleave=${this.#drops.leave}
      @drop=${this.#drops.drop}
    >
      ${this.toolbar ? toolbar({ commands: this.commandTable, t: this.t, run: (id) => this.commandTable.execute(id) }) : nothing}
      <div class="stage ${this.#drops.over ? 'over' : ''}" part="stage">
        <div class="viewer"></div>
        ${this.#empty ? html`<div class="hint"><slot name="empty">${icon('image')}<span>${this.t('noImage')}</span></slot></div>` : nothing}
        ${this.#drops.over ? html`<div class="drop">${this.t('dropHint')}</div>` : nothing}
        ${attached ? nothing : [this.#slices(), this.#problem()]}
      </div>
      ${attached ? [this.#slices(), this.#problem()] : nothing}
      ${this.panel && this.toolbar ? panel(panelView(this, this.bench, this.language, this.#panelActions)) : nothing}
      ${this.toolbar ? statusLine(statusView(this, this.bench, this.message, this.t)) : nothing}
      <input type="file" hidden multiple tabindex="-1" accept=".json,.geojson,.svg" @change=${this.#chosen} />
      <div class="hidden" role="status" aria-live="polite">${this.message ? this.t(this.message.key, this.message.values) : ''}</div>
    </div>`;
  }

  /** The language of the nearest `lang`, else English. */
  protected get language(): string {
    return this.closest('[lang]')?.getAttribute('lang') || document.documentElement.lang || 'en';
  }

  protected get t(): Translate {
    return translator(this.language);
  }

  /** Says something in the status line and to screen readers. */
  protected say(key: MessageKey, values: MessageValues = {}): void {
    this.message = { key, values };
  }

  /** Takes the error banner away. */
  protected forgive(): void {
    this.problem = undefined;
  }

  get #attached(): boolean {
    return this.#viewer !== undefined || this.for !== undefined;
  }

  get #empty(): boolean {
    const { image } = this.bench.stage;
    return !this.#attached && this.src === undefined && image === undefined;
  }

  #problem(): TemplateResult | typeof nothing {
    const { problem } = this;
    if (!problem) return nothing;
    return banner(errorText(this.language, problem), () => this.forgive(), this.t);
  }

  #slices(): TemplateResult | typeof nothing {
    const { slices } = this.bench.stage;
    if (!slices) return nothing;
    const { slice, depth } = slices;
    return sliceControl({ slice, depth, t: this.t, show: (next) => this.bench.showSlice(next) });
  }

  #points(pointing: boolean): void {
    this.pointing = pointing;
  }

  readonly #panelActions: PanelActions = {
    classify: (classification) => this.target.classify(classification),
    save: () => this.commandTable.execute('snake.export'),
  };

  /** What the workbench sees of this element. */
  #page(): Page {
    const page = this;
    return {
      get connected() {
        return page.isConnected;
      },
      get wanted() {
        return {
          src: page.src === '' ? undefined : page.src,
          viewer: page.#viewer,
          for: page.for,
          backend: page.backend,
          algorithm: page.algorithm,
          workerUrl: page.workerUrl,
          slice: page.#slice,
          viewerOptions: { navigator: page.navigator, extra: page.viewerOptions, label: page.t('viewer') },
        };
      },
      get root() {
        const root = page.getRootNode();
        return root instanceof ShadowRoot ? root : document;
      },
      element: page,
      get classification() {
        return page.classification;
      },
      get disabled() {
        return page.disabled;
      },
      get tool() {
        return page.tool ?? 'pan';
      },
      emit: emitter(page),
      settings: (algorithm = page.algorithm) => settingsOf(page, algorithm, page.bench.algorithms),
      createEngine: (options) => page.createEngine(options),
      viewerElement: async () => {
        await page.updateComplete;
        return page.viewerBox;
      },
      chord: (chord) => {
        const command = page.commandTable.commandFor(chord);
        if (command !== undefined) page.commandTable.execute(command);
        return command !== undefined;
      },
      opened: () => {
        page.#slice = undefined;
      },
      say: (key, values) => page.say(key, values),
      complain: (error) => {
        page.problem = error;
      },
      changed: () => page.requestUpdate(),
    };
  }

  /** What the commands see of this element. */
  #target(): CommandTarget {
    const element = this;
    return {
      bench: this.bench,
      get tool() {
        return element.tool;
      },
      set tool(tool) {
        element.tool = tool;
      },
      get panel() {
        return element.panel;
      },
      set panel(panel) {
        element.panel = panel;
      },
      undo: () => this.target.undo(),
      redo: () => this.target.redo(),
      remove: (id) => this.target.remove(id),
      clear: () => this.target.clear(),
      classify: (classification, id) => this.target.classify(classification, id),
      save: (format) => this.target.save(format),
      read: (file) => this.target.read(file),
      editClass: async () => {
        this.panel = true;
        await this.updateComplete;
        this.classField?.focus();
      },
      chooseFile: () => this.chooser.click(),
    };
  }

  readonly #chosen = async (): Promise<void> => {
    const files = [...(this.chooser.files ?? [])];
    this.chooser.value = '';
    for (const file of files) await this.#take(file);
  };

  /** A file of contours is read; anything else is the next image. */
  async #take(file: File): Promise<void> {
    if (holdsContours(file)) await this.target.read(file).catch(() => {});
    else this.src = file;
  }
}
