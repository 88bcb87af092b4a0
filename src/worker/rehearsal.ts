/**
 * Runs on a made-up image before the first contour: JavaScript is compiled while it runs, and a driver finishes a kernel when it is first
 * dispatched. A first contour then waits for neither, only for its samples. And while a start is drawn: a GPU that has rested is slow for its
 * first tenths of a second.
 */
import type { Algorithm } from '../algorithm/algorithm.js';
import type { Executor } from '../compute/executor.js';
import { keptIn } from '../compute/kept.js';
import { abortError } from '../core/errors.js';
import type { Rect } from '../core/geometry/rect.js';
import { halved } from '../core/geometry/rect.js';
import { Parts } from '../core/parts.js';
import { DescribedImage } from '../image/described-image.js';
import { VolumeSource } from '../image/formats/volume/volume-source.js';
import { emptySamples } from '../image/sample-arrays.js';
import type { Samples } from '../image/samples.js';
import type { SampleKind } from './begun.js';
import { contextOf } from './context.js';
import { EngineRun } from './run.js';
import { workOf } from './work.js';

/** Side of the made-up image in pixels, and the longest of its coarsest level. */
const SIDE = 512;
const COARSEST = 256;
/** Of its two levels the coarser is read whole within this budget, and the finer along the ring. */
const BUDGET = COARSEST ** 2;
/** Side of the made-up volume, in voxels. */
const VOLUME_SIDE = 96;

/** The rehearsals of an engine, one under way at most. */
export class Rehearsals {
  #run: EngineRun | undefined;

  /** Ends the rehearsal under way: a run that somebody waits for begins. */
  end(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  /**
   * Its failure is nobody's: a run has its own.
   * @param until time of `performance.now()` until which it is repeated; once where not given
   */
  async rehearse(algorithm: Algorithm, executor: Executor, kind: SampleKind, until = 0): Promise<void> {
    this.end();
    const whole = kind.stack !== undefined && Object.values(algorithm.schema.properties).some(({ volume }) => volume);
    const made: MadeRegions = new Map();
    for (;;) {
      // Another image each time: what is kept of one would leave the next nothing to do.
      const image = whole ? new MadeUpVolume(kind) : new MadeUpImage(kind, made);
      const run = rehearsalOf(algorithm, executor, image, whole);
      this.#run = run;
      const ended = await run.outcome.then(
        () => false,
        () => true,
      );
      keptIn(executor).forget(image.levels);
      if (this.#run !== run) return;
      this.#run = undefined;
      if (ended || performance.now() >= until) return;
    }
  }
}

/** A run on a made-up image; `whole`: on a made-up volume. */
const rehearsalOf = (
  algorithm: Algorithm,
  executor: Executor,
  image: MadeUpImage | MadeUpVolume,
  whole: boolean,
): EngineRun => {
  const [engine, parts] = [{}, new Parts()];
  let begun = false;
  return new EngineRun(
    (signal) => {
      // The device was lost: there is no need to begin anew.
      if (begun) throw abortError();
      begun = true;
      return workOf(
        { init: boxIn(image), ...(whole ? { slice: image.width >> 1 } : {}) },
        {
          id: 'rehearsal',
          image,
          algorithm,
          kept: { run: {} },
          pixelBudget: BUDGET,
          elsewhere: undefined,
          begins: executor.backend,
          backend: executor,
          contextOf: (kept, task) =>
            contextOf(kept, task, {
              image,
              executor,
              signal,
              pixelBudget: BUDGET,
              elsewhere: undefined,
              engine,
              parts,
            }),
        },
      );
    },
    { id: 'rehearsal' },
  );
};

/** Whole numbers of 0 to 31 without a pattern, by a finaliser of the kind of MurmurHash3's. */
const noise = (at: number): number => {
  const mixed = Math.imul(at ^ (at >>> 16), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 27;
};

/** A box round the disc in the middle, whose radius is a quarter of the side. */
const boxIn = ({ width: side }: MadeUpImage | MadeUpVolume): Rect => ({
  x: side / 8,
  y: side / 8,
  width: (3 * side) / 4,
  height: (3 * side) / 4,
});

/** Height of the line above the disc's centre, and half of its width. */
const LINE = { y: -0.3 * SIDE, half: 3 };

/** A sample from 80 to 111 on dark ground, and from 120 to 151 in what is bright. */
const sampleOf = (bright: boolean, at: number): number => (bright ? 120 : 80) + noise(at);

/** Regions of made-up images of one kind, by level and rectangle: each is made once. */
type MadeRegions = Map<string, Samples>;

/** A bright disc and a bright line on darker ground, all with noise, at every level. */
class MadeUpImage extends DescribedImage {
  readonly #made: MadeRegions;

  constructor({ bands, bits }: SampleKind, made: MadeRegions) {
    const levels = halved([{ width: SIDE, height: SIDE, scaleX: 1, scaleY: 1 }], COARSEST);
    super({ name: 'rehearsal', format: 'memory', width: SIDE, height: SIDE, bands, bits, levels });
    this.#made = made;
  }

  async region(rect: Rect, level: number): Promise<Samples> {
    const key = `${level} ${rect.x} ${rect.y} ${rect.width} ${rect.height}`;
    const made = this.#made.get(key) ?? this.#make(rect, level);
    this.#made.set(key, made);
    return made;
  }

  #make({ x, y, width, height }: Rect, level: number): Samples {
    const { bands, bits } = this;
    const data = emptySamples(bits, width * height * bands, this.name);
    const scale = 2 ** level;
    const unit = bits === 16 ? 256 : 1;
    for (let row = 0, at = 0; row < height; row++) {
      const dy = (y + row) * scale - SIDE / 2;
      for (let column = 0; column < width; column++) {
        const dx = (x + column) * scale - SIDE / 2;
        const bright = dx * dx + dy * dy < (SIDE / 4) ** 2 || Math.abs(dy - LINE.y) < LINE.half;
        for (let band = 0; band < bands; band++, at++) data[at] = unit * sampleOf(bright, at);
      }
    }
    return { width, height, bands, data };
  }

  close(): void {}
}

/** A bright ball on darker ground, with noise. */
class MadeUpVolume extends VolumeSource {
  constructor({ bands, bits }: SampleKind) {
    const side = VOLUME_SIDE;
    const scale = bits === 32 ? 0.5 : 1;
    const made = (band: number): Uint8Array | Uint16Array => {
      const plane = bits === 8 ? new Uint8Array(side ** 3) : new Uint16Array(side ** 3);
      for (let at = 0; at < plane.length; at++) {
        const x = (at % side) - side / 2;
        const y = (Math.floor(at / side) % side) - side / 2;
        const z = Math.floor(at / side ** 2) - side / 2;
        plane[at] = (bits === 8 ? 1 : 256) * sampleOf(x * x + y * y + z * z < (side / 4) ** 2, at + band);
      }
      return plane;
    };
    const of = Array.from({ length: bands }, (_, band) => band);
    const values = of.map(() => ({ scale, offset: 0 }));
    const [width, height, depth] = [side, side, side];
    super({ name: 'rehearsal', width, height, depth, planes: of.map(made), values }, 'memory');
  }
}
