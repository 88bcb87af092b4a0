/** The groups of windows of a level, one after another; where there is a device, each is made while the one before it evolves. */
import type { RunContext } from '../../algorithm/algorithm.js';
import type { FineLevel, Terms } from './fine-level.js';
import { COLOURS, groupsOf, type Pane } from './panes.js';
import { isSeen, type ReadyGroup, readyGroup } from './ready-group.js';

/** The groups of a level in their order. The caller destroys the tables of those that it takes, and discards the rest. */
export class LevelGroups {
  readonly #groups: readonly (readonly Pane[])[];
  /** The group that is made in advance. */
  #coming: Promise<ReadyGroup> | undefined;

  constructor(
    private readonly opened: FineLevel,
    private readonly terms: Terms,
    private readonly context: RunContext,
  ) {
    this.#groups = groupsOf(opened.panes, context.pixelBudget);
  }

  get count(): number {
    return this.#groups.length;
  }

  /** Whether all remaining tiles of the level may be requested, and after them those of the next level: at most one group of each colour remains. */
  isInLastStage(k: number): boolean {
    return this.opened.tiles !== undefined && this.count - k <= COLOURS;
  }

  /** Takes a group: the one made in advance, if there is one. */
  async at(k: number): Promise<ReadyGroup> {
    // A group that failed in advance is tried again.
    const group = (await this.#coming?.catch(() => undefined)) ?? (await this.#make(k));
    this.#coming = undefined;
    return group;
  }

  /** Makes a group in advance, which has to be the one taken next; only where tiles are on a device, since the CPU has no idle thread. */
  makeAhead(k: number): void {
    if (this.opened.tiles === undefined || k === this.count) return;
    this.#coming = this.#make(k);
    // The caller of `at` gets the error; this avoids an unhandled rejection.
    this.#coming.catch(() => {});
  }

  /** Destroys the tables of a group that was made in advance and not taken. */
  async discard(): Promise<void> {
    await this.#coming?.then(
      (group) => isSeen(group) && group.tables.destroy(),
      () => {},
    );
  }

  #make(k: number): Promise<ReadyGroup> {
    const following = this.isInLastStage(k) ? this.#groups.slice(k + 1).flat() : (this.#groups[k + 1] ?? []);
    return readyGroup(this.opened, this.#groups[k]!, following, this.terms, this.context);
  }
}
