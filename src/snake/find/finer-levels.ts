/** The levels of a domain that are finer than its usual one: which of them show many similar objects, and where these are surest (ALGORITHMS D.13.3). */
import type { RunContext } from '../../algorithm/algorithm.js';
import { LEAST_RADIUS, SEARCHED_FINELY, SEARCHED_FOR_MANY } from '../../algorithm/domain.js';
import { whenAborted } from '../../core/abort.js';
import { chooseLevel, levelByIndex } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { shareOf, type Tell, toNobody } from '../../core/told.js';
import type { Samples } from '../../image/samples.js';
import { evenPicture, variedPicture } from './area-picture.js';
import { settingsBy } from './map/area-map.js';
import { CHOICE_SHARE, type Choice, choiceOf } from './map/choice.js';
import type { Appearance } from './map/planes.js';
import { QUARTER_OCTAVE } from './map/population.js';
import type { SurestMap } from './map/surest-map.js';
import { MOST } from './map/windows/part-of.js';
import type { Execution } from './part-work.js';
import type { Look } from './sought.js';

/** What is to be searched. */
export interface ToSearch {
  /** The domain, in full-resolution pixels. */
  readonly wanted: Rect;
  /** The level that is searched first. */
  readonly usual: number;
}

/** What a level shows: all of it, or the look at a part of it. Lengths are pixels of the level. */
export interface Shown extends Pick<SurestMap, 'radius' | 'sureness'> {
  readonly level: number;
  readonly look?: Look;
}

/** Chooses a plane by a part of a level. */
export type Choose = (part: Samples, appearance: Appearance, execution: Execution) => Promise<Choice | undefined>;

/** Radius from which on objects are no groups of smaller ones: those would have been large enough to be found themselves. */
const NO_GROUP = 2 * LEAST_RADIUS;
/** Mean evidence of parts of which nineteen of twenty are objects, in hundredths of a nat: evidence of 0 is a probability of 2/5 (`evidenceOf`). */
const SURE = 335;

/** Chooses in the planes in which objects are likely alone. A coarser level has shown the objects: no ground asks for more of them. */
const NEAR: Choose = (...of) => choiceOf(...of, { grounds: 1, near: true });

/** Looks at levels of a domain. Of each, nine sample windows are read. */
export class FinerLevels {
  /** The finest level that may be searched; the usual one where no finer one may be. */
  readonly finest: number;
  /** The finest level that is looked at where the objects of a coarser one are sure. */
  readonly #finestOfSure: number;
  readonly #end = new AbortController();
  /** No longer ends the looks with the run. */
  readonly #stay: () => void;
  /** A look under way before it is known to be needed. */
  #begun: { readonly level: number; readonly look: ReturnType<FinerLevels['look']> } | undefined;

  /**
   * @param searchable whether finer levels may be searched
   * @param tell hears of the progress of the whole search
   */
  constructor(
    private readonly place: ToSearch,
    private readonly context: RunContext,
    searchable: boolean,
    private readonly tell: Tell,
  ) {
    const { wanted, usual } = place;
    const { image, pixelBudget, signal } = context;
    const finestOf = (most: number): number =>
      searchable ? Math.min(usual, chooseLevel(wanted, image.levels, Math.min(pixelBudget, most))) : usual;
    this.finest = finestOf(SEARCHED_FOR_MANY);
    this.#finestOfSure = finestOf(SEARCHED_FINELY);
    this.#stay = whenAborted(signal, () => this.#end.abort(signal.reason));
  }

  /** Whether there are any. */
  get any(): boolean {
    return this.finest < this.place.usual;
  }

  /** Hears of the progress at a level. Each level takes about as long, as a choice looks at no more pixels of a fine one. */
  tellOf(level: number): Tell {
    const { usual } = this.place;
    const [before, all] = [usual - level, usual - this.finest + 1];
    return shareOf(this.tell, before / all, (before + 1) / all);
  }

  /**
   * Begins to look at the level that `surest` looks at first if the usual level shows many similar objects of this radius, where other workers
   * can do that while this thread goes on.
   */
  begin(appearance: Appearance, radius: number): void {
    const { usual } = this.place;
    const level = this.#after(usual, { level: usual, radius, sureness: SURE });
    if (level === undefined || this.context.elsewhere?.(MOST)?.aside === undefined) return;
    const look = this.look(level, appearance, NEAR, { tell: toNobody, picture: variedPicture });
    // The rejection is reported where the look is awaited; this avoids an unhandled one.
    look.catch(() => {});
    this.#begun = { level, look };
  }

  /** The choice by a part of a level, and what the level shows by that, where it is many similar objects. */
  async look(
    level: number,
    appearance: Appearance,
    choose: Choose,
    { tell = this.tellOf(level), picture = evenPicture } = {},
  ) {
    const { part, execution } = await this.#partAt(level, picture, shareOf(tell, 0, CHOICE_SHARE));
    const choice = await choose(part, appearance, execution);
    if (!choice?.manyAlike) return { choice };
    const settings = await settingsBy(choice, execution);
    return { choice, shown: { level, ...settings.found, look: { choice, settings } } satisfies Shown };
  }

  /** The level at which objects are surest, from one that shows many on. */
  async surest(from: Shown, appearance: Appearance): Promise<Shown> {
    let best = from;
    for (let level = this.#after(best.level, best); level !== undefined; level = this.#after(level, best)) {
      const { shown } = await (level === this.#begun?.level
        ? this.#begun.look
        : this.look(level, appearance, NEAR, { picture: variedPicture }));
      // Larger ones than radii can be told are others, as groups of these are.
      if (shown && shown.radius <= QUARTER_OCTAVE * this.#radiusAt(level, best) && shown.sureness > best.sureness)
        best = shown;
    }
    return best;
  }

  /** Ends the looks that nobody awaits. */
  end(): void {
    this.#stay();
    this.#end.abort();
  }

  /** The next finer level at which objects as those of another one may be surer. */
  #after(level: number, best: Shown): number | undefined {
    if (best.radius >= NO_GROUP) return undefined;
    const last = best.sureness < SURE ? this.finest : this.#finestOfSure;
    for (let next = level - 1; next >= last; next--) {
      if (next === last || this.#radiusAt(next, best) >= LEAST_RADIUS) return next;
    }
    return undefined;
  }

  /** The radius that the objects of a level have at another one, in its pixels. */
  #radiusAt(level: number, { level: own, radius }: Shown): number {
    const { levels } = this.context.image;
    return radius * (levelByIndex(levels, own).scaleX / levelByIndex(levels, level).scaleX);
  }

  /** A part of a level that represents it, and how that is searched. */
  async #partAt(
    level: number,
    picture: typeof evenPicture,
    tell: Tell,
  ): Promise<{ readonly part: Samples; readonly execution: Execution }> {
    const { context } = this;
    const part = await picture({ within: this.place.wanted, level }, context);
    const { aside } = context.elsewhere?.(part.width * part.height) ?? {};
    return { part, execution: { signal: this.#end.signal, tell, aside } };
  }
}
