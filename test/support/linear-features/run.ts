/** A run of the line detector on an executor of the test's own, without an engine. */

import type { Outcome, RunState } from '../../../src/algorithm/algorithm.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../src/compute/executor.js';
import type { Recording } from '../../../src/compute/recording.js';
import type { Rect } from '../../../src/core/geometry/rect.js';
import { Parts } from '../../../src/core/parts.js';
import type { Samples } from '../../../src/image/samples.js';
import { linearFeatures } from '../../../src/linear-features/algorithm.js';
import { Random } from '../random.js';

export const [width, height] = [150, 130];

const data = ((): Uint8Array => {
  const random = new Random(8);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return 60 + (Math.abs(y - 30 - x / 4) < 2 || Math.abs(x - 70) < 2 ? 80 : 0) + random.between(-6, 6);
  });
})();

export interface LineRunOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of each state. */
  readonly onState?: (n: number, state: RunState) => void;
  /** The state after which the run is told to finish. */
  readonly finishAfter?: number;
  /** Called before pixels are read. */
  readonly onPixels?: () => void;
}

/** Four tiles of at most 80 pixels' side; more states than tiles. */
export const runLines = async (executor: Executor, options: LineRunOptions = {}): Promise<Outcome> => {
  const parameters = { tile: 80, channel: 'luminance' };
  const level = { width, height, scaleX: 1, scaleY: 1 };
  const image = { name: 'lines', width, height, bands: 1, bits: 8 as const, depth: 1, levels: [level] };
  const region = async (rect: Rect, _level: number): Promise<Samples> => {
    options.onPixels?.();
    const own = Uint8Array.from({ length: rect.width * rect.height }, (_, i) => {
      const row = rect.y + Math.floor(i / rect.width);
      return data[row * width + rect.x + (i % rect.width)]!;
    });
    return { width: rect.width, height: rect.height, bands: 1, data: own };
  };
  const steps = linearFeatures.run(
    { start: { kind: 'everywhere' }, init: 'auto', parameters },
    {
      run: {},
      engine: {},
      parts: new Parts(),
      executor,
      signal: options.signal ?? new AbortController().signal,
      image,
      pixelBudget: 2 ** 24,
      pixels: async (rect, of) => ({ samples: await region(rect, of), rect }),
      region,
    },
  );
  for (let n = 0; ; n++) {
    const { done, value } = await steps.next(n - 1 === options.finishAfter ? 'finish' : 'go');
    if (done) return value;
    options.onState?.(n, value);
  }
};

/** Does what the CPU does; `before` is told the number of each call that makes a buffer or submits, and may throw. */
export class WatchedExecutor extends CpuExecutor {
  calls = 0;

  constructor(private readonly before: (call: number) => void) {
    super();
  }

  override async buffer(label: string, words: number | Uint32Array) {
    this.before(this.calls++);
    return super.buffer(label, words);
  }

  override async submit(recording: Recording, signal?: AbortSignal) {
    this.before(this.calls++);
    return super.submit(recording, signal);
  }
}
