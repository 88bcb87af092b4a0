/** The evidence of a run that a user's marks are weighed against; it does not depend on the marks. */

import type { Field } from '../bits/grid.js';
import { type Scene, sceneOf } from './scene.js';

/** The evidence of a box and the colours in it, for each cell. */
export interface Told {
  /** The box's prior. */
  readonly plane: Uint8Array | Uint16Array;
  /** The odds against the object for each value of the prior. */
  readonly against: Float64Array;
}

/**
 * `'alone'`: only the surface decides; `'in nats'`: the surface is added to speeds that are logarithms of likelihood ratios; `'not'`: with
 * other speeds, where a weight in nats has no meaning and only the certain cells are fixed.
 */
export type Weighing = 'alone' | 'in nats' | 'not';

/** The samples of a run, its box and the speed's kind. */
export class Ground {
  #scene: Scene | undefined;
  #within: Uint8Array | undefined;
  #open = false;

  /**
   * @param field without a plane of the box
   * @param entered gives the cells that the front may enter; `undefined` for all
   * @param scene of the field, where it was computed before
   */
  constructor(
    readonly field: Field,
    private readonly entered: () => Promise<Uint8Array | undefined>,
    readonly weighed: Weighing,
    readonly told?: Told,
    scene?: Scene,
  ) {
    this.#scene = scene;
  }

  /** Prepares for corrections. */
  async open(): Promise<void> {
    if (!this.#open) this.#within = await this.entered();
    this.#open = true;
  }

  /** Cells that the front may enter, valid after `open`; `undefined` for all. */
  get within(): Uint8Array | undefined {
    return this.#within;
  }

  /** How the field's cells look. */
  get scene(): Scene {
    this.#scene ??= sceneOf(this.field);
    return this.#scene;
  }

  /** Bytes in memory, without those of the field. */
  get bytes(): number {
    return [this.#scene?.colours, this.#within, this.told?.plane].reduce(
      (sum, each) => sum + (each?.byteLength ?? 0),
      0,
    );
  }
}
