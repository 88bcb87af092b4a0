import type { Algorithm } from '../../algorithm/algorithm.js';
import type { Executor } from '../../compute/executor.js';
import { later } from '../../core/later.js';
import { Begun, type SampleKind } from '../begun.js';
import { expectTiles } from './read-ahead.js';
import type { Rehearsals } from './rehearsal.js';

const loading = later(() => import('./rehearsal.js'));

/** Milliseconds for which `awaken` keeps a GPU busy: an H200 went from 345 to 1,980 MHz after 200 to 330 ms. */
const WAKING = 400;

/** Decides when an engine rehearses: with built-in algorithms only, and only while there is no run. */
export class Rehearsing {
  readonly #builtIn: ReadonlySet<Algorithm>;
  readonly #begun = new Begun();
  #rehearsals: Rehearsals | undefined;
  /** The call that currently keeps a device awake. */
  #waking: object | undefined;

  /** @param idle whether no run is pending */
  constructor(
    builtIn: readonly Algorithm[],
    private readonly idle: () => boolean,
  ) {
    this.#builtIn = new Set(builtIn);
  }

  /** Records a run that begins, which compiles its code. */
  begin(algorithm: Algorithm, executor: Executor, kind: SampleKind): void {
    this.#begun.note(algorithm, executor, kind);
  }

  /** Ends the current rehearsal. */
  end(): void {
    this.#waking = undefined;
    this.#rehearsals?.end();
  }

  /** Rehearses once per algorithm, backend and kind of samples. @param choose the executor that a run would begin with */
  async once(algorithm: Algorithm, choose: () => Executor, kind: SampleKind): Promise<void> {
    const rehearsals = await this.#loaded(algorithm);
    rehearsals?.loadAhead(this.#builtIn);
    if (!rehearsals || !this.idle()) return;
    const executor = choose();
    if (this.#begun.note(algorithm, executor, kind)) await rehearsals.rehearse(algorithm, executor, kind);
  }

  /**
   * Starts the workers for a large image's tiles. Wakes a GPU and then rehearses, until a run begins: it finds the device awake, the code in the processor's
   * caches, and the thread idle. Not on volumes, whose runs take longer than a GPU takes to wake.
   */
  async awaken(algorithm: Algorithm, choose: () => Executor, kind: SampleKind): Promise<void> {
    if (kind.stack !== undefined) return;
    expectTiles(kind);
    // Nothing is loaded for this on the CPU.
    if (!this.#builtIn.has(algorithm) || choose().backend !== 'webgpu') return;
    const rehearsals = await this.#loaded(algorithm);
    if (!rehearsals || !this.idle()) return;
    const executor = choose();
    if (executor.backend !== 'webgpu') return;
    this.end();
    const waking = {};
    this.#waking = waking;
    const until = performance.now() + WAKING;
    const wanted = (): boolean => waking === this.#waking && this.idle();
    // Failures are ignored: a run reports its own.
    await algorithm.wake?.(executor, () => wanted() && performance.now() < until).catch(() => {});
    if (wanted()) await rehearsals.rehearse(algorithm, executor, kind, until);
  }

  /** Loads the rehearsals; `undefined` for an algorithm that is not built in. A run may begin while they are loaded. */
  async #loaded(algorithm: Algorithm): Promise<Rehearsals | undefined> {
    if (!this.#builtIn.has(algorithm)) return undefined;
    const { Rehearsals } = await loading.load();
    this.#rehearsals ??= new Rehearsals();
    return this.#rehearsals;
  }
}
