/**
 * The parts of one component, on which its tools, commands and views work: the stage (engine, viewer, image), the contours,
 * the runs, the current tool, and the overlay's drawing.
 */

import type { Classification } from '../../contours/formats/features.js';
import type { Point } from '../../contours/geometry.js';
import { onSlice, sliceOf } from '../../contours/on-slice.js';
import type { AlgorithmInfo, ContourFeature } from '../../worker/protocol.js';
import type { EngineClientOptions } from '../client/engine-client.js';
import { withClassification } from '../contours/classes.js';
import { Collection } from '../contours/collection.js';
import { measured } from '../contours/edited.js';
import { removedKey } from '../contours/found.js';
import { wholeOf } from '../contours/objects.js';
import { Visibility } from '../contours/visibility.js';
import { Extensions } from '../extensions/extensions.js';
import { languageOf } from '../i18n/messages.js';
import type { Drawing, Evolving, ToolMarks } from '../overlay/drawing.js';
import { contourAt } from '../overlay/hit.js';
import { type Projection, viewOf } from '../overlay/projection.js';
import { startDrawn } from '../overlay/start-drawn.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { Tool } from '../tools/tool.js';
import type { SeatedEngine } from '../viewer/engine-seat.js';
import { sliceWithin } from '../viewer/slices.js';
import { Stage } from '../viewer/stage.js';
import type { ViewerHold } from '../viewer/viewer.js';
import { showWhatComes } from './appearing.js';
import { BRUSH } from './editing/brush-sizes.js';
import { ObjectActions } from './editing/object-actions.js';
import { Placing } from './editing/placing.js';
import { Reshaping } from './editing/reshaping.js';
import { VertexEditing } from './editing/vertex-editing.js';
import { ContourFile } from './files/contour-file.js';
import { ImageList } from './files/image-list.js';
import { ImageWorks } from './files/image-works.js';
import { measureLater, teachLater } from './later-listeners.js';
import { Moving } from './moving.js';
import { PersonMarks } from './runs/person-marks.js';
import { Runs } from './runs/runs.js';
import { Finding } from './search/finding.js';
import { Learnt } from './search/learnt.js';
import { Searching } from './search/searching.js';
import { Seeing } from './seeing.js';
import { Voice } from './voice.js';

/** Milliseconds between two updates of the status line while a run shows its progress. */
const TICK = 100;

/** In hand until the element has given another. */
const noTool: Tool = { id: 'pan', cursor: '', reset: () => false };

/** The parts of one component, which its tools, commands and views are given. */
export class Workbench {
  readonly voice: Voice;
  readonly stage: Stage;
  readonly collection: Collection;
  readonly runs: Runs;
  readonly works: ImageWorks;
  readonly imageList: ImageList;
  readonly contourFile: ContourFile;
  readonly visibility = new Visibility();
  readonly objects: ObjectActions;
  readonly personMarks: PersonMarks;
  readonly vertexEditing = new VertexEditing(() => this.voice.changed());
  readonly learnt = new Learnt();
  readonly finding: Finding;
  readonly searching: Searching;
  readonly reshaping: Reshaping;
  readonly placing: Placing;
  readonly moving: Moving;
  readonly extensions: Extensions;
  readonly seeing: Seeing;
  /** Whether the picture that the last run showed is drawn. */
  pictureShown = true;
  /** Radius of the brush and the eraser, in CSS pixels. */
  brushRadius: number = BRUSH.first;
  /** Whether the last press was a finger's; before any, whether the screen is made for fingers. */
  touched = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
  #tool: Tool = noTool;
  #marks: ToolMarks = {};
  #preview: ContourFeature | undefined;
  /** Picture that the last run showed over the image, on its slice. */
  #picture: Pick<Evolving, 'picture' | 'slice'> | undefined;
  /** The timer after which the status line shows the progress of the run. */
  #tick: ReturnType<typeof setTimeout> | undefined;
  #onSlice:
    | {
        readonly contours: readonly ContourFeature[];
        readonly slice: number | undefined;
        readonly shown: readonly ContourFeature[];
      }
    | undefined;
  /** The selected contour, as last seen. */
  #followed: string | undefined;
  /** Another slice is shown, which the selection follows. */
  #pages = false;

  constructor(
    readonly element: SegmenterProperties,
    createEngine: (options: EngineClientOptions) => SeatedEngine,
  ) {
    this.voice = new Voice(element);
    this.extensions = new Extensions(() => this.voice.changed());
    this.stage = new Stage(element, this.voice, createEngine);
    this.collection = new Collection(this.voice, () => this.stage.slice);
    this.runs = new Runs(element, this.voice, this.stage, this.collection, this.extensions);
    const shown = (): ContourFeature | undefined => this.selectedHere;
    this.personMarks = new PersonMarks(shown, this.collection, this.runs, () => {
      this.#tool.refresh?.();
      this.voice.changed();
    });
    this.objects = new ObjectActions(element, this.voice, this.stage, this.collection, this.visibility);
    this.reshaping = new Reshaping(this);
    this.placing = new Placing(this.voice, this.stage, this.collection, this.objects);
    this.moving = new Moving(this.stage, this.objects, (slice) => this.showSlice(slice), element);
    measureLater(this.stage, this.collection);
    this.searching = new Searching(this);
    this.finding = new Finding(this);
    teachLater(this);
    this.contourFile = new ContourFile(element, this.voice, this.stage, () => this.refresh());
    this.collection.addEventListener('change', () => this.#contoursChanged());
    this.visibility.addEventListener('change', () => this.#contoursChanged());
    this.runs.addEventListener('change', () => {
      this.refresh();
      this.voice.changed();
    });
    this.runs.addEventListener('front', () => this.#frontMoved());
    this.seeing = new Seeing(element, this.voice, this.stage, this.collection);
    showWhatComes(this.collection, this.visibility, this.seeing);
    this.stage.addEventListener('viewer', () => this.refresh());
    this.works = new ImageWorks(this, () => {
      this.#tool.reset();
      this.#picture = undefined;
      this.learnt.unlike = [];
      this.visibility.least = 0;
      this.voice.hush();
    });
    this.imageList = new ImageList(element, this.voice, this.stage, this.works, this.runs);
    this.stage.addEventListener('image', () => this.refresh());
  }

  get tool(): Tool {
    return this.#tool;
  }

  /** The tool in hand from now on; the draft of the one before is forgotten. */
  set tool(tool: Tool) {
    this.#tool.reset();
    this.reshaping.cancel();
    this.#marks = {};
    this.#preview = undefined;
    this.#tool = tool;
    tool.refresh?.();
    this.refresh();
  }

  /** The contours on the slice shown, all of them on an image, without those that are hidden; the same list while nothing changes. */
  get shown(): readonly ContourFeature[] {
    const { contours } = this.collection;
    const { slice } = this.stage;
    if (this.#onSlice?.contours !== contours || this.#onSlice.slice !== slice) {
      this.#onSlice = { contours, slice, shown: onSlice(contours, slice) };
    }
    return this.visibility.among(this.#onSlice.shown);
  }

  /** The contour selected last, where it is shown, on the slice shown: the one that tools change. */
  get selectedHere(): ContourFeature | undefined {
    const { selected } = this.collection;
    const { slice } = this.stage;
    const here = selected && (slice === undefined || sliceOf(selected) === slice);
    return here && !this.visibility.isHidden(selected) ? selected : undefined;
  }

  /** Projection of the image onto the screen in this frame; none while nothing is shown. */
  get projection(): Projection | undefined {
    return this.stage.hold?.overlay.projection;
  }

  /** Whether something is drawn that is not a start yet. */
  get drafting(): boolean {
    const { draft, cursor, moving } = this.#marks;
    return (draft ?? cursor ?? moving) !== undefined;
  }

  /** The algorithms to choose from, models of the page among them. */
  get algorithms(): readonly AlgorithmInfo[] {
    return this.extensions.algorithms(this.stage.seat.algorithms, languageOf(this.element));
  }

  get hasPicture(): boolean {
    return this.#picture !== undefined;
  }

  /** Shows the nearest slice there is; the selection goes along to the same objects. Without effect on an image. */
  showSlice(wanted: number): void {
    const { slices } = this.stage;
    const slice = slices && sliceWithin(slices.depth, wanted);
    if (!slices || slice === undefined || slice === slices.slice) return;
    slices.show(slice).catch((error: unknown) => this.voice.fail(error));
    this.runs.watch(slice);
    this.reshaping.cancel();
    this.#pages = true;
    this.objects.follow(slice);
    this.#pages = false;
    this.#tool.refresh?.();
    this.refresh();
    this.voice.changed();
    this.voice.emit('slice-change', { slice, depth: slices.depth });
  }

  /** Selects the contour at a point, or none. */
  pick(at: Point, reach: number): void {
    const before = this.collection.selected;
    this.collection.select(contourAt(this.shown, at, reach)?.id);
    if (this.collection.selected !== before) this.objects.saySelected();
  }

  /** The pointer of a press: hints speak of a finger where it is one. */
  touchedBy(pointerType: string): void {
    const touched = pointerType === 'touch';
    if (touched === this.touched) return;
    this.touched = touched;
    this.voice.changed();
  }

  /** Multiplies the size of the brush by a factor. */
  resizeBrush(factor: number): void {
    this.brushRadius = Math.min(BRUSH.most, Math.max(BRUSH.least, this.brushRadius * factor));
    const size = Math.max(0.1, 2 * this.brushRadius * viewOf(this.projection).pixel);
    this.voice.say('brushSize', {
      size: (lang) =>
        new Intl.NumberFormat(
          lang,
          size < 10 ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumFractionDigits: 0 },
        ).format(size),
    });
    this.#tool.refresh?.();
  }

  showPicture(shown: boolean): void {
    this.pictureShown = shown;
    this.refresh();
    this.voice.changed();
  }

  /** Does the last run again where that costs little. */
  parameterChanged(name: string, algorithm: string): void {
    const { schema } = this.stage.seat.algorithms.find(({ id }) => id === algorithm) ?? {};
    if (schema?.properties[name]?.live) this.runs.again(name, algorithm);
  }

  /** Cancels what is going on: the draft first, then a change of the outline, the run, and the search region by region. */
  cancel(): void {
    if (!this.#tool.reset() && !this.reshaping.cancel()) this.searching.underWay.cancel();
  }

  /** Removes the object of a contour; false where there is none of this id. */
  remove(id: string): boolean {
    const its = this.#objectWith(id);
    if (its.length === 0 || this.objects.refuses(its)) return false;
    const ids = its.map((contour) => contour.id);
    const done = this.collection.remove(ids, 'remove');
    if (done) this.voice.say(removedKey(its), {}, 'snake.undo');
    return done;
  }

  /** Removes all contours, in one change. */
  clear(): void {
    const count = this.objects.all.length;
    const ids = this.collection.contours.map((contour) => contour.id);
    if (this.collection.remove(ids, 'clear')) this.voice.say('cleared', { count }, 'snake.undo');
  }

  /** Gives the object of a contour a class, or takes it away. */
  classify(classification: Classification | undefined, id: string | undefined): void {
    const its = this.#objectWith(id);
    if (its.length === 0) return;
    const fresh = its.map((each) => withClassification(each, classification));
    this.collection.put(fresh, 'class');
  }

  /** The contours of the object that one of this id belongs to, on all slices. */
  #objectWith(id: string | undefined): readonly ContourFeature[] {
    const contour = id === undefined ? undefined : this.collection.get(id);
    return contour ? wholeOf(contour, this.collection.contours) : [];
  }

  /** Shows a contour as it would be, without a change and without measuring it. */
  preview(contour: ContourFeature | undefined): void {
    this.#preview = contour;
    this.refresh();
  }

  /** Keeps edited contours, and measures them. */
  edit(...contours: readonly ContourFeature[]): void {
    this.#preview = undefined;
    if (this.objects.refuses(contours.map(({ id }) => this.collection.get(id)))) {
      this.refresh();
      return;
    }
    const placement = this.stage.image?.placement;
    const fresh = contours.map((contour) => measured(contour, placement));
    this.collection.put(fresh, 'edit');
    this.voice.hush();
  }

  /** Sets what the active tool adds to the drawing. */
  mark(marks: ToolMarks): void {
    const { drafting } = this;
    this.#marks = marks;
    this.refresh();
    if (drafting !== this.drafting) this.voice.changed();
  }

  /** Has the overlay draw what is to be seen now, in the next frame. */
  refresh(): void {
    const { hold, image, slice } = this.stage;
    if (!hold) return;
    const { overlay, owned } = hold;
    this.#takeLook(hold);
    const { before, bare } = this.seeing;
    const { evolving } = this.runs;
    const { selected, selection, contours } = this.collection;
    if (contours.length === 0 && !this.runs.busy) this.#picture = undefined;
    const { picture } = this.pictureShown && this.#picture?.slice === slice ? (this.#picture ?? {}) : {};
    const preview = this.#preview;
    const { shown } = this;
    const { layer } = this.contourFile;
    const drawing: Drawing = {
      contours: bare ? [] : shown,
      ...(layer && !bare ? { layer } : {}),
      ...(before ? { before: onSlice(before, slice) } : {}),
      ...(preview && shown.some(({ id }) => id === preview.id) ? { preview } : {}),
      ...(selected ? { selected: selected.id } : {}),
      ...(selection.length > 1 ? { also: new Set(selection.map(({ id }) => id)) } : {}),
      ...(evolving && (slice === undefined || evolving.slice === slice) ? { evolving } : {}),
      waiting: this.runs.waiting.flatMap(({ init }) => startDrawn(init) ?? []),
      ...(picture ? { picture } : {}),
      // A page's own viewer has its own furniture.
      ...(image?.placement && owned ? { placement: image.placement } : {}),
      ...this.#marks,
    };
    overlay.drawing = drawing;
    this.seeing.magnifier.refresh();
  }

  #contoursChanged(): void {
    this.#follow();
    this.#tool.refresh?.();
    this.refresh();
    this.voice.changed();
  }

  /** Draws the front in this frame: it has waited for it since it arrived. */
  #frontMoved(): void {
    const { evolving } = this.runs;
    if (evolving) this.#picture = evolving.picture ? evolving : undefined;
    this.refresh();
    this.stage.hold?.overlay.draw();
    this.#tick ??= setTimeout(() => {
      this.#tick = undefined;
      this.voice.changed();
    }, TICK);
  }

  /** The page's colours, and how contours are to be seen. */
  #takeLook({ overlay }: ViewerHold): void {
    const style = getComputedStyle(this.element);
    const colour = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
    const page = { accent: colour('--snake-evolving', '#3da5ff'), contour: colour('--snake-contour', '#2ee6a8') };
    const look = this.seeing.look(page);
    if (overlay.look !== look) overlay.look = look;
  }

  /** A contour newly selected is brought into view. */
  #follow(): void {
    const { selected } = this.collection;
    if (selected?.id === this.#followed) return;
    this.#followed = selected?.id;
    if (selected && !this.#pages) this.showSlice(sliceOf(selected));
  }
}
