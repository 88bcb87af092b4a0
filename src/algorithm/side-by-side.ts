/** How many starts of a list run concurrently. */
import type { BackendName } from '../compute/executor.js';
import type { CarryOut, Elsewhere, Places, Task } from './algorithm.js';
import { boundsOfStart } from './start.js';

/** Concurrent starts of a short list: a GPU computes one while the results of another are read back; a CPU core carries out one at a time. */
const AT_ONCE = { cpu: 1, webgpu: 8 } as const;
/** Minimum length of a list whose starts a GPU evolves in batches. */
const MANY = 16;
/** Maximum total pixels of concurrent starts, of a long list or in several workers, and minimum counted per start. Samples and planes take about 25 bytes a pixel. */
const PIXELS = 2 ** 24;
const LEAST = 2 ** 12;
/** Maximum pixels of a start that another worker carries out beside a device: a larger start outside of a batch is faster alone on the device. */
const SMALL = 2 ** 16;

/** How the starts of a list run concurrently. */
export interface SideBySide {
  /** Whether starts evolve in batches. */
  readonly many: boolean;
  /** As `runMany` takes them. */
  readonly most: number;
  readonly weigh: (index: number) => number;
  /** Carries out each run. */
  readonly carryOut: CarryOut;
}

const inThisThread: CarryOut = (_task, _context, here) => here();

/**
 * Chooses the concurrency for the tasks of a list: by the backend, by the size of the starts in an image of `width` × `height` pixels,
 * and by the workers that carry out runs `elsewhere`.
 */
export const sideBySide = (
  backend: BackendName,
  tasks: readonly Pick<Task, 'start'>[],
  { width, height }: { readonly width: number; readonly height: number },
  elsewhere?: Elsewhere,
): SideBySide => {
  const image = { x: 0, y: 0, width, height };
  const atLeast = (least: number) => (index: number) => {
    const bounds = boundsOfStart(tasks[index]!.start, image);
    return Math.max(bounds.width * bounds.height, least);
  };
  const weigh = atLeast(LEAST);
  const apart = (): Places | undefined => elsewhere?.(tasks.reduce((sum, _, index) => sum + weigh(index), 0));
  if (backend === 'cpu' && tasks.length > 1) {
    const places = apart();
    // The weights limit both the number of runs and their pixels.
    if (places !== undefined) {
      const { most, carryOut } = places;
      return { many: false, most: PIXELS, weigh: atLeast(Math.ceil(PIXELS / most)), carryOut };
    }
  }
  if (backend === 'cpu' || tasks.length < MANY)
    return { many: false, most: AT_ONCE[backend], weigh: () => 1, carryOut: inThisThread };
  const places = apart();
  if (places === undefined) return { many: true, most: PIXELS, weigh, carryOut: inThisThread };
  const carryOut: CarryOut = (task, context, here) => {
    const { width, height } = boundsOfStart(task.start, image);
    return width * height > SMALL ? here() : places.carryOut(task, context, here);
  };
  return { many: true, most: PIXELS, weigh, carryOut };
};
