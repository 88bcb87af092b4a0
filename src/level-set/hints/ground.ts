/** What of a run a person's marks are weighed against, whichever they are. */

import type { Field } from '../bits/grid.js';
import { type Scene, sceneOf } from './scene.js';

/** What a box and the colours in it said of each cell. */
export interface Told {
  /** The box's prior. */
  readonly plane: Uint8Array | Uint16Array;
  /** The odds against the object that a value of the prior is worth. */
  readonly against: Float64Array;
}

/**
 * `'alone'`: the surface decides; `'in nats'`: beside speeds that are logarithms of likelihood ratios; `'not'`: beside other
 * speeds, where a weight in nats has no meaning and certain cells alone are held.
 */
export type Weighing = 'alone' | 'in nats' | 'not';

/** The samples of a run, its box and the speed's kind. */
export class Ground {
  #scene: Scene | undefined;
  #within: Uint8Array | undefined;
  #open = false;

  /**
   * @param field without a plane of the box
   * @param entered gives the cells that the front may enter; all where there is none
   * @param scene where somebody has looked at the field
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

  /** Makes it ready for corrections. */
  async open(): Promise<void> {
    if (!this.#open) this.#within = await this.entered();
    this.#open = true;
  }

  /** Cells that the front may enter, once it is open; all where there is none. */
  get within(): Uint8Array | undefined {
    return this.#within;
  }

  /** How the field's cells look. */
  get scene(): Scene {
    this.#scene ??= sceneOf(this.field);
    return this.#scene;
  }

  /** Bytes beside the field's own. */
  get bytes(): number {
    return [this.#scene?.colours, this.#within, this.told?.plane].reduce(
      (sum, each) => sum + (each?.byteLength ?? 0),
      0,
    );
  }
}
