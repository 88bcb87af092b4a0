/** A small algorithm for tests of the engine: a box that shrinks, step by step, towards the bright pixels in it. */

import type { Algorithm, Outcome, RunCommand, RunContext, RunState, Task } from '../../src/algorithm/algorithm.js';
import { boundsOfStart, type Start } from '../../src/algorithm/start.js';
import { chooseLevel } from '../../src/core/geometry/levels.js';
import type { Rect } from '../../src/core/geometry/rect.js';

declare module '../../src/algorithm/parameter-values.js' {
  interface AlgorithmParameters {
    readonly steps?: number;
    readonly shape?: string;
  }
}

export const boundsOf = (start: Start, { width, height }: RunContext['image']): Rect =>
  start.kind === 'point'
    ? { x: Math.floor(start.x), y: Math.floor(start.y), width: 1, height: 1 }
    : boundsOfStart(start, { x: 0, y: 0, width, height });

/** Hooks that a test sets to make a run misbehave. */
export interface Hooks {
  readonly step?: (state: RunState, context: RunContext) => void | Promise<void>;
  readonly word?: (word: RunCommand) => void;
  readonly done?: () => void;
  /** Goes on when told to finish. */
  readonly stubborn?: boolean;
}

export const shrink = (hooks: Hooks = {}): Algorithm => ({
  id: 'shrink',
  title: 'Shrinking box',
  schema: {
    type: 'object',
    properties: {
      steps: { type: 'integer', title: 'Steps', description: '', default: 5, minimum: 0, maximum: 100_000 },
      speed: { type: 'number', title: 'Speed', description: '', default: 1, exclusiveMinimum: 0, maximum: 4 },
      shape: { type: 'string', title: 'Shape', description: '', default: 'box', enum: ['box', 'diamond'] },
      bright: { type: 'boolean', title: 'Bright', description: '', default: true },
      weights: {
        type: 'array',
        title: 'Weights',
        description: '',
        default: [1, 1],
        items: { type: 'number' },
        minItems: 2,
        maxItems: 2,
      },
      grid: { type: 'integer', title: 'Grid', description: '', default: 2, multipleOf: 2, minimum: 2 },
      note: { type: 'string', title: 'Note', description: '', default: undefined },
    },
  },
  async *run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
    try {
      const bounds = boundsOf(task.start, context.image);
      const level = task.level ?? chooseLevel(task.domain ?? bounds, context.image.levels, context.pixelBudget);
      const { samples } = await context.pixels(task.domain ?? bounds, level);
      let sum = 0;
      for (const value of samples.data) sum += value;
      const mean = sum / samples.data.length;
      const most = Number(task.parameters.steps);
      const speed = Number(task.parameters.speed) * (mean / 256);
      let box = bounds;
      let step = 0;
      for (; step < most; step++) {
        const by = Math.min(speed, box.width / 4, box.height / 4);
        box = { x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by };
        const state = {
          iteration: step,
          step: speed,
          ring: ringOf(box, task),
          criterion: -step,
          level,
          done: step / most,
        };
        await hooks.step?.(state, context);
        const word = yield state;
        hooks.word?.(word);
        if (word === 'finish' && !hooks.stubborn) break;
      }
      const ring = ringOf(box, task);
      const positions = Array.from({ length: 5 }, (_, k): [number, number] => [
        ring[(2 * k) % 8]!,
        ring[(2 * k + 1) % 8]!,
      ]);
      return {
        contours: [
          {
            geometry: { type: 'Polygon', coordinates: [positions] },
            measurements: { 'Inside mean': mean, Criterion: Number.NaN },
            metadata: { iterations: String(step), level: String(level) },
          },
        ],
        details: { mean },
      };
    } finally {
      hooks.done?.();
    }
  },
});

const ringOf = ({ x, y, width, height }: Rect, task: Task): number[] =>
  task.parameters.shape === 'diamond'
    ? [x + width / 2, y, x + width, y + height / 2, x + width / 2, y + height, x, y + height / 2]
    : [x, y, x + width, y, x + width, y + height, x, y + height];

/** 8-bit samples that differ from pixel to pixel. */
export const ramp = (width: number, height: number, bands = 1): Uint8Array =>
  Uint8Array.from({ length: width * height * bands }, (_, k) => (k * 37 + Math.floor(k / width) * 11) % 251);
