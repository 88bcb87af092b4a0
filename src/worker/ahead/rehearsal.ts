/**
 * Runs on a synthetic image before the first contour, because JavaScript is compiled while it runs, and a driver finishes a kernel when it is first
 * dispatched. The first contour then waits for its samples only. Also runs while a start is drawn, because an idle GPU is slow for its
 * first tenths of a second.
 */
import type { Algorithm } from '../../algorithm/algorithm.js';
import type { Executor } from '../../compute/executor.js';
import { keptIn } from '../../compute/kept.js';
import { abortError, throwIfAborted } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { halved } from '../../core/geometry/rect.js';
import { Parts } from '../../core/parts.js';
import { pause } from '../../core/pause.js';
import { TimeSlice } from '../../core/yielding.js';
import { DescribedImage } from '../../image/described-image.js';
import { VolumeSource } from '../../image/formats/volume/volume-source.js';
import { emptySamples } from '../../image/sample-arrays.js';
import type { RegionOptions, Samples } from '../../image/samples.js';
import type { SampleKind } from '../begun.js';
import { contextOf } from '../context.js';
import { EngineRun } from '../run.js';
import { workOf } from '../work.js';
import { loadPartsAhead } from './parts-ahead.js';

/** The side in pixels of a synthetic image, of its coarsest level, and of the finest level that is read whole: finer ones are read along the ring. */
interface Size {
  readonly side: number;
  readonly coarsest: number;
  readonly whole: number;
}

const SMALL: Size = { side: 512, coarsest: 256, whole: 256 };
/** For a device without pending runs: the first level, the concurrent windows and the buffer sizes are those of a large image. */
const LARGE: Size = { side: 4096, coarsest: 1024, whole: 2048 };
/** Maximum duration of such a rehearsal in milliseconds: a longer one would occupy a slow device. */
const LONGEST = 1000;
/** Side of the synthetic volume, in voxels. */
const VOLUME_SIDE = 96;

/** The rehearsals of an engine, at most one at a time. */
export class Rehearsals {
  #run: EngineRun | undefined;
  readonly loadAhead = loadPartsAhead;

  /** Ends the current rehearsal, because a run begins. */
  end(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  /**
   * Failures are ignored: a run reports its own.
   * @param until time of `performance.now()` until which it is repeated, at least once on a small image of each kind. When not given it runs once; for an
   *   algorithm that wakes devices, on a device, once on a large image of each kind
   */
  async rehearse(algorithm: Algorithm, executor: Executor, kind: SampleKind, until?: number): Promise<void> {
    this.end();
    const whole = kind.stack !== undefined && Object.values(algorithm.schema.properties).some(({ volume }) => volume);
    const large = until === undefined && !whole && executor.backend === 'webgpu' && algorithm.wake !== undefined;
    const least = large || until !== undefined ? 2 : 1;
    const size = large ? LARGE : SMALL;
    const kept: readonly MadeRegions[] = [new Map(), new Map()];
    for (let n = 0; ; n++) {
      // A new image each time: with cached results the next rehearsal would have nothing to do.
      const made = large ? new Map() : kept[n % 2]!;
      const image = whole ? new MadeUpVolume(kind) : new MadeUpImage(kind, size, made, n % 2);
      const run = rehearsalOf(algorithm, executor, image, whole, size.whole ** 2);
      this.#run = run;
      const timer = large ? setTimeout(() => run.abort(), LONGEST) : undefined;
      const ended = await run.outcome.then(
        () => false,
        () => true,
      );
      clearTimeout(timer);
      keptIn(executor).forget(image.levels);
      if (this.#run !== run) return;
      this.#run = undefined;
      if (ended || (n + 1 >= least && performance.now() >= (until ?? 0))) return;
    }
  }
}

/** A run on a synthetic image; with `whole`, on a synthetic volume. */
const rehearsalOf = (
  algorithm: Algorithm,
  executor: Executor,
  image: MadeUpImage | MadeUpVolume,
  whole: boolean,
  pixelBudget: number,
): EngineRun => {
  const [engine, parts] = [{}, new Parts()];
  let begun = false;
  return new EngineRun(
    (signal) => {
      // A second call means that the device was lost; the rehearsal ends.
      if (begun) throw abortError();
      begun = true;
      return workOf(
        { init: boxIn(image), ...(whole ? { slice: image.width >> 1 } : {}) },
        {
          id: 'rehearsal',
          image,
          algorithm,
          kept: { run: {} },
          pixelBudget,
          elsewhere: undefined,
          begins: executor.backend,
          backend: executor,
          contextOf: (kept, task) =>
            contextOf(kept, task, {
              image,
              executor,
              signal,
              pixelBudget,
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

/**
 * Approximately normal noise from 0 to 64 with a standard deviation of 9: the sum of four bytes of a hash (a finaliser like
 * MurmurHash3's). With other noise, a run would tend to choose codes.
 */
const noise = (at: number): number => {
  const mixed = Math.imul(at ^ (at >>> 16), 0x85ebca6b);
  const hash = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24)) / 16;
};

/** A box around the bright area in the middle. */
const boxIn = ({ width: side }: MadeUpImage | MadeUpVolume): Rect => ({
  x: side / 8,
  y: side / 8,
  width: (3 * side) / 4,
  height: (3 * side) / 4,
});

/** A sample: at least 70 on dark ground, at least 106 in the bright area. */
const sampleOf = (bright: boolean, grain: number): number => (bright ? 106 : 70) + grain;

/** Cached regions of synthetic images of one kind, by level and rectangle. */
type MadeRegions = Map<string, Promise<Samples>>;

/**
 * A bright ellipse and a bright line on darker ground, with noise: either tilted, with noise that decreases at coarse levels, or upright, with neighbours
 * alike at every level, so that runs execute the code for both kinds of images.
 */
class MadeUpImage extends DescribedImage {
  readonly #made: MadeRegions;
  readonly #alike: number;

  /** @param alike 1 where neighbours are alike, else 0 */
  constructor({ bands, bits }: SampleKind, { side, coarsest }: Size, made: MadeRegions, alike: number) {
    const levels = halved([{ width: side, height: side, scaleX: 1, scaleY: 1 }], coarsest);
    super({ name: 'rehearsal', format: 'memory', width: side, height: side, bands, bits, levels });
    this.#made = made;
    this.#alike = alike;
  }

  async region(rect: Rect, level: number, { signal }: RegionOptions = {}): Promise<Samples> {
    // Lets a new run begin, which ends this one.
    await pause();
    throwIfAborted(signal);
    const key = `${level} ${rect.x} ${rect.y} ${rect.width} ${rect.height}`;
    const made = this.#made.get(key) ?? this.#make(rect, level);
    this.#made.set(key, made);
    return made;
  }

  async #make({ x, y, width, height }: Rect, level: number): Promise<Samples> {
    const { bands, bits, width: side } = this;
    const alike = this.#alike;
    const data = emptySamples(bits, width * height * bands, this.name);
    const scale = 2 ** level;
    const unit = bits === 16 ? 256 : 1;
    const less = alike ? 1 : scale;
    const slice = new TimeSlice();
    for (let row = 0, at = 0; row < height; row++) {
      const dy = (y + row) * scale - side / 2;
      const line = Math.abs(dy + 0.3 * side) < side / 170;
      for (let column = 0; column < width; column++) {
        const dx = (x + column) * scale - side / 2;
        const bright = line || dx * dx + dy * dy - (1 - alike) * dx * dy < (side / 4) ** 2;
        const place = (((y + row) >> (2 * alike)) * side + ((x + column) >> (2 * alike))) * bands;
        for (let band = 0; band < bands; band++, at++) data[at] = unit * sampleOf(bright, noise(place + band) / less);
      }
      if (slice.spent) await slice.renew();
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
        plane[at] = (bits === 8 ? 1 : 256) * sampleOf(x * x + y * y + z * z < (side / 4) ** 2, noise(at + band));
      }
      return plane;
    };
    const of = Array.from({ length: bands }, (_, band) => band);
    const values = of.map(() => ({ scale, offset: 0 }));
    const [width, height, depth] = [side, side, side];
    super({ name: 'rehearsal', width, height, depth, planes: of.map(made), values }, 'memory');
  }
}
