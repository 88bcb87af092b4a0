/** The element without its methods: its life in the page, and what it renders. */
import { html, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type OpenSeadragon from 'openseadragon';
import { membersOf } from '../core/given.js';
import { EngineClient, type EngineClientOptions } from './client/engine-client.js';
import { Commands } from './commands/commands.js';
import { commandDeclarations } from './commands/contributions.js';
import { OwnKeys } from './commands/own-keys.js';
import { statesOf } from './commands/states.js';
import type { States } from './commands/when.js';
import { PanelMounts } from './extensions/own-panel.js';
import { watchLanguage } from './i18n/language-watch.js';
import { languageOf, loadLanguage, type Translate, translator } from './i18n/messages.js';
import { aheadOfUse, loadParts, panes, projections } from './later-parts.js';
import { inWordsFor } from './parts/by-finger.js';
import { Drops } from './parts/drops.js';
import { emptyState } from './parts/empty-state.js';
import { contourFiles } from './parts/files.js';
import { menu } from './parts/menu.js';
import { overImage } from './parts/over-image.js';
import type { Panes } from './parts/panes.js';
import { statusLine } from './parts/status.js';
import { statusView } from './parts/status-text.js';
import { styles } from './parts/styles/base.js';
import { menuStyles } from './parts/styles/menu.js';
import { statusStyles } from './parts/styles/status.js';
import { toolbarStyles } from './parts/styles/toolbar.js';
import { rove, toolbar } from './parts/toolbar.js';
import { showInBar, watchOverflow } from './parts/toolbar-overflow.js';
import { SegmenterProperties } from './segmenter-properties.js';
import { setAgain } from './set-again.js';
import { isSetting } from './storage/settings.js';
import { checkTool, makeTool, missingFor } from './tools/index.js';
import { Input } from './tools/input.js';
import { panTool } from './tools/pan.js';
import type { SeatedEngine } from './viewer/engine-seat.js';
import type { ItemChoice } from './viewer/tiled-image.js';
import { importContours, takeFiles } from './workbench/files/later-files.js';
import { Workbench } from './workbench/workbench.js';

/** Properties whose change opens another engine, viewer or image. */
const OPENING: ReadonlySet<PropertyKey> = new Set(['src', 'for', 'backend', 'workerUrl']);

/** Milliseconds in which a viewer asks for the first tiles of an image that was opened. */
const FIRST_TILES = 500;

/** The element's life in the page and its rendering; `SnakeSegmenter` adds the methods. */
export abstract class SegmenterElement extends SegmenterProperties {
  static override styles = [styles, toolbarStyles, menuStyles, statusStyles];

  /** The last input came from a pointer: the viewer's focus ring is for keys. */
  @state() private pointing = false;
  @query('.toolbar') private bar!: HTMLElement | null;

  readonly #internals: ElementInternals | undefined = 'attachInternals' in this ? this.attachInternals() : undefined;
  protected readonly bench: Workbench = new Workbench(this, (options) => this.createEngine(options));
  protected readonly commandTable: Commands = new Commands(
    commandDeclarations.map(({ run, ...rest }) => ({ ...rest, run: (...args) => run(this.bench, ...args) })),
    () => ({ ...this.bench.extensions.context, ...this.ownStates }),
    () => this.t,
    () => languageOf(this),
    () => this.requestUpdate(),
  );
  protected readonly ownKeys = new OwnKeys(
    this.commandTable,
    () => this.autosave,
    () => this.requestUpdate(),
    (key, name) => this.bench.voice.say('keyTaken', { key, name }),
  );
  readonly #drops = new Drops(this, (files) => takeFiles(this.bench, files));
  #panes: Panes | undefined;
  readonly #panels = new PanelMounts(this, (error) => this.bench.voice.fail(error));
  #input: Input | undefined;
  #languages: MutationObserver | undefined;
  /** The language that was last rendered. */
  #spoken = '';
  /** In a page, with engine and viewer. Not `#`: Lit asks before the fields are there. */
  private open = false;
  /** Some part could not be loaded: it is asked for again once a property or the language changes. */
  private unloaded = false;

  constructor() {
    super();
    this.bench.tool = panTool(this.bench);
    this.bench.stage.addEventListener('viewer', () => this.#viewerChanged());
    this.bench.stage.addEventListener('image', () => aheadOfUse(() => this.#ahead()));
  }

  /** The OpenSeadragon viewer: set a page's own to attach to it. */
  get viewer(): OpenSeadragon.Viewer | undefined {
    return this.bench.stage.pageViewer ?? this.bench.stage.hold?.viewer;
  }

  set viewer(viewer: OpenSeadragon.Viewer | null | undefined) {
    const { stage } = this.bench;
    if ((viewer ?? undefined) === stage.pageViewer) return;
    stage.pageViewer = viewer ?? undefined;
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
    return this.bench.stage.slice;
  }

  set slice(slice: number | null | undefined) {
    const { stage } = this.bench;
    if (stage.slice === undefined || !stage.settled) stage.wantedSlice = slice ?? undefined;
    else if (typeof slice === 'number') this.bench.showSlice(slice);
  }

  /** Makes the engine. A subclass may put another in its place: tests do. */
  protected createEngine(options: EngineClientOptions): SeatedEngine {
    return new EngineClient(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#languages = watchLanguage(this, this.#languageChanged);
    this.#languageChanged();
    if (this.open) return;
    setAgain(this, 'viewer', 'item', 'contours', 'slice');
    this.open = true;
    document.addEventListener('fullscreenchange', this.#full);
    if (this.hasUpdated) this.bench.contourFile.update();
    this.bench.stage.update().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#languages?.disconnect();
    this.#input?.letGo();
    queueMicrotask(() => {
      if (this.isConnected || !this.open) return;
      this.open = false;
      document.removeEventListener('fullscreenchange', this.#full);
      this.bench.works.close();
      this.bench.contourFile.close();
      this.bench.stage.close();
    });
  }

  /** Properties that open something act at once, so that `ready` is the new one in the next line. */
  override requestUpdate(name?: PropertyKey, old?: unknown, options?: PropertyDeclaration): void {
    super.requestUpdate(name, old, options);
    if (name !== undefined) this.unloaded = false;
    if (name === 'classification') this.bench.objects.checkClass();
    if (!this.open || name === undefined) return;
    if (OPENING.has(name) && Reflect.get(this, name) !== old) this.#reopen();
  }

  #reopen(): void {
    if (!this.open) return;
    this.bench.voice.forgive();
    this.bench.stage.update().catch(() => {});
  }

  /** An update waits for the parts that it shows, so that `updateComplete` does. */
  protected override scheduleUpdate(): Promise<void> | undefined {
    const loading = this.unloaded ? undefined : this.#loading();
    if (loading) return loading.then(() => void super.scheduleUpdate());
    super.scheduleUpdate();
    return undefined;
  }

  /** Loads the parts that are to be shown and are not there; what cannot be loaded is reported. */
  #loading(): Promise<unknown> | undefined {
    const beside = this.toolbar && (this.panel || this.table || this.#hasStrip);
    const wanted = [
      loadLanguage(languageOf(this)),
      beside && !this.#panes ? this.#openPanes() : undefined,
      missingFor(this.tool, this.bench),
    ].flatMap((part) => part ?? []);
    if (wanted.length === 0) return undefined;
    return Promise.all(wanted).catch((error: unknown) => {
      this.unloaded = true;
      this.bench.voice.fail(error);
    });
  }

  async #openPanes(): Promise<void> {
    const { Panes, dress } = panes.now ?? (await panes.load());
    this.#panes ??= new Panes(this.bench, this.commandTable);
    dress(this);
  }

  /** Another document refuses the style sheets of this one; `adoptedCallback` gives it its own. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    try {
      return super.createRenderRoot();
    } catch (error) {
      if ((error as Error).name !== 'NotAllowedError') throw error;
      return this.shadowRoot!;
    }
  }

  /** Another document takes the style sheets away. */
  adoptedCallback(): void {
    panes.load().then(
      ({ dress }) => dress(this),
      (error) => this.bench.voice.fail(error),
    );
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('tool')) {
      this.#takeTool();
      this.bench.voice.hush();
    }
    if (changed.has('parameters')) this.#checkParameters();
    if (changed.has('classes')) this.bench.objects.checkClasses();
    if (changed.has('display')) this.#checkDisplay();
    if (changed.has('contourStyle')) void this.bench.seeing.styled().then(() => this.bench.refresh());
    if (changed.has('images')) this.bench.imageList.changed();
    if (changed.has('navigator')) this.bench.seeing.navigatorChanged();
    if (changed.has('disabled')) {
      if (this.disabled) this.bench.tool.reset();
      this.#input?.cursor();
    }
    if (changed.has('contourFile')) this.bench.contourFile.update();
    if (changed.has('autosave')) {
      this.bench.works.switched();
      this.ownKeys.restore();
    }
    if ([...changed.keys()].some(isSetting)) this.bench.works.settingsChanged();
    if (changed.has('algorithm')) this.#prepare();
    this.toggleAttribute('data-attached', this.#attached);
  }

  /** Loads what a first view does without; once that has its tiles, the engine makes itself ready for the first contour. */
  #ahead(): void {
    loadParts();
    if (this.bench.stage.image?.placement?.crs !== undefined) projections.load().catch(() => {});
    setTimeout(() => this.#prepare(), FIRST_TILES);
  }

  #prepare(): void {
    const { engine, image } = this.bench.stage;
    engine?.prepare(this.bench.extensions.engineAlgorithm(this.algorithm), image?.stack ? undefined : image?.id);
  }

  /** The tool that `tool` names goes in hand; `pan` where there is none of that name, which is reported, or it could not be loaded. */
  #takeTool(): void {
    if (this.bench.tool.id !== this.tool) {
      try {
        checkTool(this.tool, this.bench);
      } catch (error) {
        this.bench.voice.fail(error);
      }
      const tool = makeTool(this.tool, this.bench) ?? panTool(this.bench);
      this.tool = tool.id;
      this.bench.tool = tool;
    }
    this.#input?.cursor();
  }

  /** Sets the recipe of a file; one that cannot be read is reported, and nothing is set. */
  #checkParameters(): void {
    try {
      membersOf('parameters', this.parameters);
    } catch (error) {
      this.parameters = {};
      this.bench.voice.fail(error);
    }
  }

  #checkDisplay(): void {
    this.bench.seeing.checked();
    this.bench.refresh();
  }

  override updated(changed: PropertyValues<this>): void {
    // A button that its own press disables would lose the keys to the page, with the next layout.
    if (this.renderRoot.querySelector('button:focus:disabled')) this.focus();
    this.#spoken = languageOf(this);
    this.bench.stage.hold?.label(this.t('viewer'));
    if (this.bar) {
      rove(this.bar, this.shadowRoot?.activeElement);
      watchOverflow(this.bar);
      const tool = changed.has('tool') && this.bar.querySelector('[aria-pressed=true]');
      if (tool) showInBar(this.bar, tool);
    }
    this.#panels.update(this.bench.extensions.panels.list, this.panel && this.toolbar);
    this.#panes?.updated(this.renderRoot, this.shadowRoot?.activeElement);
    const { busy } = this.bench.runs;
    for (const [name, on] of [
      ['running', busy],
      ['busy', busy || this.bench.stage.opening !== undefined],
    ] as const) {
      // Custom states came to browsers later than the rest of what the component needs.
      const states: CustomStateSet | undefined = this.#internals?.states;
      if (on) states?.add(name);
      else states?.delete(name);
    }
  }

  override render(): TemplateResult {
    const attached = this.#attached;
    const { bench, commandTable, t } = this;
    const { message } = bench.voice;
    const run = (id: string): unknown => commandTable.execute(id);
    return html`<div
      class="base ${attached ? 'attached' : ''} ${this.toolbar ? '' : 'bare'} ${this.pointing ? 'pointing' : ''}"
      part="base"
      @pointerdown=${({ pointerType }: PointerEvent) => this.#points(true, pointerType)}
      @keydown=${{ handleEvent: () => this.#points(false), capture: true }}
      @dragover=${this.#drops.enter}
      @dragleave=${this.#drops.leave}
      @drop=${this.#drops.drop}
    >
      ${(this.toolbar && this.#hasStrip && this.#panes?.strip()) || nothing}
      ${this.toolbar ? [toolbar({ commands: commandTable, t, run }), menu({ commands: commandTable, keys: this.ownKeys, t, touched: bench.touched, run })] : nothing}
      <div class="stage ${this.#drops.over ? 'over' : ''}" part="stage">
        <div class="viewer"></div>
        ${this.#empty ? emptyState(t, () => run('snake.open')) : nothing}
        ${this.#drops.over ? html`<div class="drop">${t('dropHint')}</div>` : nothing}
        ${attached ? nothing : overImage(bench, commandTable, t, html`<div class="over-image"><slot name="stage"></slot></div>`)}
      </div>
      ${attached ? overImage(bench, commandTable, t, nothing) : nothing}
      ${(this.panel && this.toolbar && this.#panes?.panel()) || nothing}
      ${(this.table && this.toolbar && this.#panes?.table()) || nothing}
      ${this.toolbar ? statusLine(statusView(bench, t, commandTable)) : nothing}
      <input class="open" type="file" hidden multiple tabindex="-1" @change=${this.#chosen} />
      <input class="import" type="file" hidden multiple tabindex="-1" accept=${contourFiles(bench.extensions.formats.list)} @change=${this.#chosen} />
      <div class="hidden" role="status" aria-live="polite">${message ? inWordsFor(bench.touched, t)(message.key, message.values) : ''}</div>
    </div>`;
  }

  /** The component's own states, for conditions. */
  protected get ownStates(): States {
    return statesOf(this.bench);
  }

  protected get t(): Translate {
    return translator(languageOf(this));
  }

  get #attached(): boolean {
    return this.bench.stage.pageViewer !== undefined || Boolean(this.for);
  }

  get #empty(): boolean {
    return !this.#attached && !this.src && this.bench.stage.image === undefined;
  }

  /** `images` may be anything until it is checked. */
  get #hasStrip(): boolean {
    return Array.isArray(this.images) && this.images.length > 0;
  }

  readonly #full = (): void => this.requestUpdate();

  /** A `lang` round the element changed, or the element is elsewhere. */
  readonly #languageChanged = (): void => {
    if (!this.hasUpdated || languageOf(this) === this.#spoken) return;
    this.unloaded = false;
    this.requestUpdate();
  };

  #points(pointing: boolean, by?: string): void {
    if (by !== undefined) this.bench.touchedBy(by);
    this.pointing = pointing;
  }

  #viewerChanged(): void {
    this.#input?.destroy();
    const { hold } = this.bench.stage;
    if (!hold) this.bench.tool.reset();
    this.#input = hold && new Input(hold, this.bench, this.commandTable);
  }

  readonly #chosen = async ({ currentTarget }: Event): Promise<void> => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    // The error was reported already.
    if (!currentTarget.classList.contains('import')) return takeFiles(this.bench, files).catch(() => {});
    for (const file of files) await importContours(this.bench, file).catch(() => {});
  };
}
