/** The outline of the selected object made simpler or smoother, in a volume on all of its slices: shown as it would be, until it is applied or given up. */
import { areaOf, pathsOf } from '../../../contours/geometry.js';
import { withOutline } from '../../../contours/on-slice.js';
import { later } from '../../../core/later.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { wholeOf } from '../../contours/objects.js';
import type { BenchParts } from '../bench-parts.js';
import type { ObjectActions } from './object-actions.js';
import { isUnseen } from './unseen.js';

/** The way in which an outline is reshaped. */
export type ReshapeKind = 'simplify' | 'smooth';

/** The outline as it would be, for the panel. */
export interface Reshaped {
  readonly kind: ReshapeKind;
  /** In pixels. */
  readonly tolerance: number;
  /** The largest tolerance to choose. */
  readonly most: number;
  /** Vertices before, and as shown; none where nothing would be left. */
  readonly before: number;
  readonly after: number | undefined;
  /** False where the outline would stay as it is. */
  readonly changes: boolean;
}

/** What reshapes an outline. */
export const reshapes = later(() => import('../../../algorithm/shapes/reshape.js'));
const by = { simplify: 'simplifiedBy', smooth: 'smoothedBy' } as const;

/** The tolerance at first, in pixels. */
const FIRST = { simplify: 1, smooth: 2 } as const;
/** The largest tolerance, as a share of the radius of a disc of the contour's size; and the least of them, in pixels. */
const SHARE = 0.5;
const LEAST_MOST = 4;

/** What of a workbench reshapes an outline. */
interface ReshapingBench extends BenchParts {
  readonly objects: ObjectActions;
  readonly selectedHere: ContourFeature | undefined;
  preview(contour: ContourFeature | undefined): void;
  edit(...contours: readonly ContourFeature[]): void;
}

/** The reshaping of the selected contour, until it is applied or given up. */
export class Reshaping {
  #of: ContourFeature | undefined;
  #kind: ReshapeKind = 'simplify';
  #tolerance = 0;
  #shaped: ContourFeature | undefined;

  constructor(private readonly bench: ReshapingBench) {
    bench.collection.addEventListener('change', () => this.#follow());
  }

  /** The preview; none while nothing is reshaped. */
  get state(): Reshaped | undefined {
    const contour = this.#of;
    if (!contour) return undefined;
    const before = verticesOf(contour);
    const after = this.#shaped && verticesOf(this.#shaped);
    // Simplifying only leaves vertices out.
    const same = this.#tolerance === 0 || (this.#kind === 'simplify' && after === before);
    return { kind: this.#kind, tolerance: this.#tolerance, most: mostOf(contour), before, after, changes: !same };
  }

  /** Begins with the selected contour; synchronously if the code is loaded. Rejects with `not-loaded`. */
  async begin(kind: ReshapeKind): Promise<void> {
    if (!reshapes.now) await reshapes.load();
    const { selected } = this.bench.collection;
    if (
      !selected ||
      isUnseen(this.bench) ||
      this.bench.objects.refuses(wholeOf(selected, this.bench.collection.contours))
    )
      return;
    if (!pathsOf(selected.geometry).closed) {
      this.bench.voice.say('noArea');
      return;
    }
    this.#of = selected;
    this.#kind = kind;
    this.set(FIRST[kind]);
  }

  /** Another tolerance, in pixels. */
  set(tolerance: number): void {
    const contour = this.#of;
    if (!contour || !Number.isFinite(tolerance)) return;
    this.#tolerance = Math.min(mostOf(contour), Math.max(0, tolerance));
    this.#shaped = this.#reshaped(contour);
    this.bench.preview(this.#shaped);
    this.bench.voice.changed();
  }

  /** A contour in its new shape; `undefined` where nothing would be left. */
  #reshaped(contour: ContourFeature): ContourFeature | undefined {
    const reshape = reshapes.now?.[by[this.#kind]];
    if (!reshape || this.#tolerance === 0) return contour;
    const geometry = reshape(contour.geometry, this.#tolerance);
    return geometry && withOutline(contour, geometry);
  }

  /** Keeps the new shape; a contour on another slice of which nothing would be left stays as it is. */
  apply(): void {
    const contour = this.#of;
    if (!contour || !this.#shaped) return;
    const its = wholeOf(contour, this.bench.collection.contours);
    const shaped = its.map((each) => this.#reshaped(each) ?? each);
    this.cancel();
    const changed = shaped.filter((each, k) => each !== its[k]);
    if (changed.length > 0) this.bench.edit(...changed);
  }

  /** Shows the contour as it is again; false where nothing was reshaped. */
  cancel(): boolean {
    const begun = this.#of !== undefined;
    this.#of = undefined;
    this.#shaped = undefined;
    if (begun) this.bench.preview(undefined);
    this.bench.voice.changed();
    return begun;
  }

  /** Ends if the contour is no longer selected, or was replaced; a contour that was only measured again counts as the same. */
  #follow(): void {
    const contour = this.#of;
    if (!contour) return;
    const { selected } = this.bench.collection;
    if (selected?.id !== contour.id || selected.geometry !== contour.geometry) this.cancel();
    else if (selected !== contour) {
      this.#of = selected;
      this.set(this.#tolerance);
    }
  }
}

const mostOf = ({ geometry }: ContourFeature): number =>
  Math.max(LEAST_MOST, Math.round(SHARE * Math.sqrt(areaOf(geometry) / Math.PI)));

const verticesOf = ({ geometry }: ContourFeature): number =>
  pathsOf(geometry).paths.reduce((sum, path) => sum + path.length - 1, 0);
