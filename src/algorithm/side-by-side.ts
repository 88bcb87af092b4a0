/** How many starts of a list are under way at a time. */
import type { BackendName } from '../compute/executor.js';
import type { Task } from './algorithm.js';
import { boundsOfStart } from './start.js';

/** Starts of a short list: a GPU works on one while the words of another come back, a core has one pair of hands. */
const AT_ONCE = { cpu: 1, webgpu: 8 } as const;
/** Starts of a list from which on a GPU evolves them in batches. */
const MANY = 16;
/** Pixels of the starts of such a list side by side, whose samples and planes take some 25 bytes each; and of one start, at least. */
const PIXELS = 2 ** 24;
const LEAST = 2 ** 12;

/** The number of starts that are under way together. */
export interface SideBySide {
  /** Whether starts evolve in batches. */
  readonly many: boolean;
  /** As `runMany` takes them. */
  readonly most: number;
  readonly weigh: (index: number) => number;
}

/**
 * Chooses that number for the tasks of a list: by the backend, and by the size of the starts in an image of `width` ×
 * `height` pixels.
 */
export const sideBySide = (
  backend: BackendName,
  tasks: readonly Pick<Task, 'start'>[],
  { width, height }: { readonly width: number; readonly height: number },
): SideBySide => {
  if (backend === 'cpu' || tasks.length < MANY) return { many: false, most: AT_ONCE[backend], weigh: () => 1 };
  const image = { x: 0, y: 0, width, height };
  const weigh = (index: number): number => {
    const bounds = boundsOfStart(tasks[index]!.start, image);
    return Math.max(bounds.width * bounds.height, LEAST);
  };
  return { many: true, most: PIXELS, weigh };
};
