/**
 * Passes pointers and keys on the viewer to the current tool. Events come through OpenSeadragon, so that wheel and
 * pinch still zoom while a tool draws; the space bar and the middle button move the view with any tool.
 */
import type OpenSeadragon from 'openseadragon';
import type { Point } from '../../contours/geometry.js';
import type { Commands } from '../commands/commands.js';
import { chordOf } from '../commands/keys.js';
import { toImage } from '../overlay/projection.js';
import type { ViewerHold } from '../viewer/viewer.js';
import type { Workbench } from '../workbench/workbench.js';
import { ClipboardKeys } from './clipboard-keys.js';
import type { ToolPointer } from './tool.js';
import { beginsRuns } from './tool-id.js';

/** The distance from a vertex or edge, in CSS pixels, at which a pointer hits it. */
const REACH = { mouse: 8, pen: 12, touch: 22 } as const;

const reachOf = (type: string): number => (type === 'touch' || type === 'pen' ? REACH[type] : REACH.mouse);

/** Inputs into which nothing is typed. */
const PRESSED = new Set(['range', 'checkbox', 'radio', 'color', 'file']);

const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return (
    (target instanceof HTMLInputElement && !PRESSED.has(target.type)) ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
};

/** The key belongs to the control or the row of a list that has the focus. */
const isControls = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  // A slider or a checkbox leaves letters to the tools, and takes what changes a value.
  if (target.closest('[role=row]') || target instanceof HTMLInputElement)
    return /^(Enter| |Arrow.*|Home|End|Page.*|Delete|Backspace)$/.test(event.key);
  return /^(Enter| |Arrow.*)$/.test(event.key) && target.closest('button, a, summary, label') !== null;
};

/** A turn of the wheel as a factor: a notch of a mouse, 100 pixels or three lines, makes a sixth. With Shift some systems turn it sideways. */
const factorOf = ({ deltaX, deltaY, deltaMode }: WheelEvent): number => {
  const turned = -(deltaY || deltaX) * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 33);
  return 1.0015 ** Math.min(200, Math.max(-200, turned));
};

interface Original {
  readonly originalEvent: Event;
}

/**
 * Whether the pointer is on a layer of the page's own, in which one draws: an element above the image that claims the pointer wherever it
 * is, as layers of SVG do. Those that only lie there, whose `pointer-events` is `auto`, leave it to the tools.
 */
const isTaken = ({ target }: Event): boolean =>
  target instanceof Element && getComputedStyle(target).pointerEvents === 'all';

/** Hands the viewer's pointers and keys to the tool in use. */
export class Input {
  #from: Point | undefined;
  #holds = false;
  /** The last press was of a layer of the page's own. */
  #taken = false;
  /** The tool held the last press: the release comes before the end of the drag, which must not fling the view. */
  #held = false;
  #space = false;
  #cursor = '';
  /** The farthest that the pointer was from its press, in CSS pixels. */
  #strayed = 0;
  /** The last click. */
  #clicked: OpenSeadragon.CanvasClickEvent | undefined;
  readonly #release: AbortController = new AbortController();
  readonly #handlers: (() => void)[] = [];
  readonly #clipboard: ClipboardKeys;

  constructor(
    private readonly hold: ViewerHold,
    private readonly bench: Workbench,
    private readonly commands: Commands,
  ) {
    const { viewer } = hold;
    this.#clipboard = new ClipboardKeys(commands, this.#release.signal);
    this.#on('canvas-press', (event) => this.#press(event));
    this.#on('canvas-drag', (event) => {
      if (this.#held && this.#enabled) event.preventDefaultAction = true;
      this.#strayed = Math.max(this.#strayed, this.#travel(this.#screen(event)));
      if (this.#mine) this.#to('drag', event);
    });
    this.#on('canvas-drag-end', (event) => {
      if (this.#held && this.#enabled) Object.assign(event, { preventDefaultAction: true });
    });
    this.#on('canvas-release', (event) => {
      if (this.#mine) this.#to('release', event);
    });
    this.#on('canvas-click', (event) => {
      if (!this.#enabled || this.#space || this.#taken) return;
      const { tool } = bench;
      if (tool.id !== 'pan') event.preventDefaultAction = true;
      if (this.#isClick(event) && !(this.#isAgain(event) && tool.once)) this.#to('click', event);
    });
    this.#on('canvas-double-click', (event) => {
      if (!this.#enabled || this.#taken || bench.tool.id === 'pan') return;
      event.preventDefaultAction = true;
      this.#to('doubleClick', event);
    });
    this.#on('canvas-pinch', () => {
      this.#strayed = Number.POSITIVE_INFINITY;
      if (!this.#mine) return;
      this.#holds = false;
      this.#held = false;
      bench.tool.reset();
    });
    // Letters are keys of commands, in force or not: OpenSeadragon's own would turn, mirror or move the view unasked.
    this.#on('canvas-key', (event) => {
      const { originalEvent } = event;
      if (hold.owned && originalEvent instanceof KeyboardEvent && /^[a-z0]$/i.test(originalEvent.key))
        event.preventDefaultAction = true;
    });
    this.#on('canvas-nonprimary-press', (event) => this.#middle(event));
    this.#on('canvas-scroll', (event) => this.#wheel(event));
    const { signal } = this.#release;
    viewer.canvas.addEventListener('pointermove', (event) => this.#hover(event), { signal });
    viewer.canvas.addEventListener('pointerleave', () => this.#leave(), { signal });
    // The viewer of a page lies outside of the element.
    for (const target of new Set([bench.element, viewer.element])) {
      target.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    }
    window.addEventListener('keyup', (event) => this.#keyUp(event), { signal, capture: true });
    window.addEventListener('blur', () => this.#setSpace(false), { signal });
    this.cursor();
  }

  /** Shows the tool's cursor. */
  cursor(): void {
    const { cursor } = this.bench.tool;
    this.#show(this.#space ? 'grab' : this.#enabled ? cursor : '');
  }

  /** Without a cursor of its own it leaves that of another component on the viewer. */
  #show(cursor: string): void {
    const { style } = this.hold.viewer.canvas ?? {};
    if (style && (cursor || style.cursor === this.#cursor)) style.cursor = cursor;
    this.#cursor = cursor;
  }

  /** Gives up the drag under way: of an element that is put elsewhere, no position fits the one of the press. */
  letGo(): void {
    if (!this.#holds) return;
    this.#holds = false;
    this.bench.tool.reset();
  }

  destroy(): void {
    this.#release.abort();
    for (const off of this.#handlers) off();
    this.#show('');
  }

  /** True where the component takes input and there is an image. */
  get #enabled(): boolean {
    return !this.bench.element.disabled && this.bench.stage.image !== undefined;
  }

  get #mine(): boolean {
    return this.#holds && this.#enabled;
  }

  #on<Name extends keyof OpenSeadragon.ViewerEventMap>(
    name: Name,
    handler: (event: OpenSeadragon.ViewerEventMap[Name]) => void,
  ): void {
    this.hold.viewer.addHandler(name, handler);
    this.#handlers.push(() => this.hold.viewer.removeHandler(name, handler));
  }

  #screen({ originalEvent }: Original): Point | undefined {
    if (!(originalEvent instanceof MouseEvent)) return undefined;
    const box = this.hold.overlay.canvas.getBoundingClientRect();
    return { x: originalEvent.clientX - box.left, y: originalEvent.clientY - box.top };
  }

  /** CSS pixels from the press. */
  #travel(screen: Point | undefined): number {
    return this.#from && screen ? Math.hypot(screen.x - this.#from.x, screen.y - this.#from.y) : 0;
  }

  #pointer(event: Original): ToolPointer | undefined {
    const { projection } = this.hold.overlay;
    const screen = this.#screen(event);
    const { originalEvent } = event;
    if (!projection || !screen || !(originalEvent instanceof MouseEvent)) return undefined;
    const type = originalEvent instanceof PointerEvent ? originalEvent.pointerType : 'mouse';
    return {
      at: toImage(projection, screen.x, screen.y),
      reach: reachOf(type) / projection.scale,
      travel: this.#travel(screen),
      shift: originalEvent.shiftKey,
      alt: originalEvent.altKey,
      mod: originalEvent.ctrlKey || originalEvent.metaKey,
    };
  }

  #press(event: Original): void {
    this.#holds = false;
    this.#held = false;
    this.#from = this.#screen(event);
    this.#strayed = 0;
    const { originalEvent } = event;
    if (originalEvent instanceof PointerEvent) this.bench.touchedBy(originalEvent.pointerType);
    this.#taken = isTaken(originalEvent);
    if (!this.#enabled || this.#space || this.#taken) return;
    const pointer = this.#pointer(event);
    const { tool, runs } = this.bench;
    if (pointer) this.#holds = tool.press?.(pointer) ?? false;
    this.#held = this.#holds;
    if (this.#holds && beginsRuns(tool.id)) runs.preparing.awaken('drawn');
  }

  #to(what: 'drag' | 'release' | 'click' | 'doubleClick', event: Original): void {
    const pointer = this.#pointer(event);
    if (what === 'drag' && this.#holds && beginsRuns(this.bench.tool.id)) this.bench.runs.preparing.awaken('drawn');
    if (pointer) this.bench.tool[what]?.(pointer);
    if (what === 'release') this.#holds = false;
  }

  /** Whether the pointer stayed where it was pressed, for however long: the viewer only takes what is over in 300 ms for a click. */
  #isClick({ tracker }: OpenSeadragon.CanvasClickEvent): boolean {
    return this.#strayed <= tracker.clickDistThreshold;
  }

  /** Whether a click follows another in the time and at the place of a double click. */
  #isAgain(event: OpenSeadragon.CanvasClickEvent): boolean {
    const last = this.#clicked;
    this.#clicked = event;
    const { tracker, position, originalEvent } = event;
    return (
      last !== undefined &&
      originalEvent.timeStamp - last.originalEvent.timeStamp <= tracker.dblClickTimeThreshold &&
      position.distanceTo(last.position) <= tracker.dblClickDistThreshold
    );
  }

  #hover(event: PointerEvent): void {
    if (event.buttons !== 0 || !this.#enabled) return;
    const { bench } = this;
    if (isTaken(event)) {
      this.#leave();
      return;
    }
    const pointer = this.#pointer({ originalEvent: event });
    bench.placing.pointer = pointer?.at;
    if (pointer && beginsRuns(bench.tool.id)) bench.runs.preparing.awaken('hovered');
    if (pointer) bench.tool.hover?.(pointer);
    // The tool shows another one, or another component on the viewer took its own away.
    this.cursor();
  }

  #leave(): void {
    this.bench.placing.pointer = undefined;
    this.bench.tool.leave?.();
  }

  /** With Shift, the wheel is the tool's; with Alt it goes through the slices of a volume, and does not zoom. */
  #wheel(event: Original & { readonly scroll: number; preventDefaultAction: boolean }): void {
    const { originalEvent, scroll } = event;
    if (!(originalEvent instanceof WheelEvent)) return;
    if (originalEvent.shiftKey && this.#enabled && this.bench.tool.wheel?.(factorOf(originalEvent))) {
      event.preventDefaultAction = true;
      originalEvent.preventDefault();
      return;
    }
    if (!originalEvent.altKey || scroll === 0) return;
    const { slice } = this.bench.stage;
    if (slice === undefined) return;
    this.bench.showSlice(slice + (scroll > 0 ? 1 : -1));
    event.preventDefaultAction = true;
  }

  /** Moves the view with the middle button, which OpenSeadragon does not use. */
  #middle({ originalEvent, button }: Original & { readonly button: number }): void {
    if (button !== 1 || !(originalEvent instanceof MouseEvent)) return;
    originalEvent.preventDefault();
    const done = new AbortController();
    let last = { x: originalEvent.clientX, y: originalEvent.clientY };
    const options = { signal: AbortSignal.any([done.signal, this.#release.signal]) };
    window.addEventListener(
      'pointermove',
      (event) => {
        this.#pan(event.clientX - last.x, event.clientY - last.y);
        last = { x: event.clientX, y: event.clientY };
      },
      options,
    );
    for (const name of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(name, () => done.abort(), options);
    }
  }

  #pan(dx: number, dy: number): void {
    const { viewport } = this.hold.viewer;
    const delta = viewport.getCenter(true);
    delta.x = viewport.getFlip() ? dx : -dx;
    delta.y = -dy;
    viewport.panBy(viewport.deltaPointsFromPixels(delta, true), true);
    viewport.applyConstraints(true);
  }

  #key(event: KeyboardEvent): void {
    if (this.bench.element.noKeys || event.defaultPrevented || isTyping(event)) return;
    const plain = !event.ctrlKey && !event.metaKey;
    const take = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const { bench } = this;
    if (isControls(event)) return;
    const chord = chordOf(event);
    const list = bench.element.renderRoot.querySelector<HTMLElement>(':popover-open');
    // A list that is open is closed by the browser, before anything is ended, and by a command in it.
    if (list && event.key === 'Escape') return;
    const command = list && this.commands.commandFor(chord);
    if (command && command !== 'snake.menu') list.hidePopover();
    if (plain && this.#enabled && bench.tool.key?.({ key: event.key, shift: event.shiftKey, alt: event.altKey })) {
      take();
    } else if (this.#clipboard.leaves(chord, this.#isInViewer(event))) return;
    else if (this.commands.press(chord)) take();
    else if (event.key === ' ' && plain && this.#enabled) {
      this.#setSpace(true);
      take();
    } else {
      // The page may have something to undo itself, so the event is not stopped.
      const refusal = this.#enabled && this.commands.refusalOf(chord);
      if (refusal) bench.voice.say(refusal);
    }
  }

  #isInViewer(event: KeyboardEvent): boolean {
    return event.composedPath().includes(this.hold.viewer.element);
  }

  #keyUp(event: KeyboardEvent): void {
    if (event.key === ' ') this.#setSpace(false);
  }

  #setSpace(down: boolean): void {
    if (this.#space === down) return;
    this.#space = down;
    this.cursor();
  }
}
