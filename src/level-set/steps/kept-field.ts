/** What of a volume stays on a device for the next run there: its samples, and the buffers that follow from its grid alone. */
import type { Executor } from '../../compute/executor.js';
import { type Keepable, keptIn } from '../../compute/kept.js';
import type { DeviceBuffer } from '../../compute/recording.js';
import type { Field } from '../bits/grid.js';
import type { LevelSetProblem } from '../problem.js';

/** The buffers that no kernel writes to and no start has an influence on. */
export type FieldBuffers = Readonly<Record<'domain' | 'everything' | 'samples', DeviceBuffer>>;

const KEY = 'level set';

class KeptField implements Keepable {
  readonly bytes: number;

  constructor(
    private readonly field: Field,
    readonly buffers: FieldBuffers,
  ) {
    this.bytes = Object.values(buffers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Whether the buffers hold a field: samples never change, so the same planes are the same samples. */
  isOf({ planes, missing }: Field): boolean {
    const same =
      planes.length === this.field.planes.length && planes.every((plane, k) => plane === this.field.planes[k]);
    return same && missing === this.field.missing;
  }

  destroy(): void {
    for (const buffer of Object.values(this.buffers)) buffer.destroy();
  }
}

/** The owner of what is kept of a problem's field; none on the CPU, which uploads nothing, or where the run has changed the field. */
const ownerOf = ({ backend }: Executor, { field, keep }: LevelSetProblem): object | undefined =>
  backend !== 'cpu' && keep?.field === field ? keep.owner : undefined;

/** Takes the kept buffers of a problem's field. */
export const takeField = (executor: Executor, problem: LevelSetProblem): FieldBuffers | undefined => {
  const owner = ownerOf(executor, problem);
  const found = owner && keptIn(executor).take(owner, KEY);
  if (found instanceof KeptField && found.isOf(problem.field)) return found.buffers;
  found?.destroy();
  return undefined;
};

/** Keeps the buffers of a problem's field, or destroys them where nobody comes back to it. */
export const leaveField = (executor: Executor, problem: LevelSetProblem, buffers: FieldBuffers): void => {
  const owner = ownerOf(executor, problem);
  const left = new KeptField(problem.field, buffers);
  if (owner) keptIn(executor).give(owner, KEY, left);
  else left.destroy();
};
