/** What is cached of a volume on a device for the next run: its samples, and the buffers that depend on its grid only. */
import type { Executor } from '../../compute/executor.js';
import { type Keepable, keptIn } from '../../compute/kept.js';
import type { DeviceBuffer } from '../../compute/recording.js';
import type { Field } from '../bits/grid.js';
import type { LevelSetProblem } from '../problem.js';

/** The buffers that no kernel writes to, and that do not depend on the start. */
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

  /** Whether the buffers hold this field. Samples are immutable, so the same planes are the same samples. */
  isOf({ planes, missing }: Field): boolean {
    const same =
      planes.length === this.field.planes.length && planes.every((plane, k) => plane === this.field.planes[k]);
    return same && missing === this.field.missing;
  }

  destroy(): void {
    for (const buffer of Object.values(this.buffers)) buffer.destroy();
  }
}

/** The owner of the cached buffers of a problem's field; none on the CPU, which uploads nothing, or where the run has changed the field. */
const ownerOf = ({ backend }: Executor, { field, keep }: LevelSetProblem): object | undefined =>
  backend !== 'cpu' && keep?.field === field ? keep.owner : undefined;

/** Takes the buffers of a problem's field from the cache. */
export const takeField = (executor: Executor, problem: LevelSetProblem): FieldBuffers | undefined => {
  const owner = ownerOf(executor, problem);
  const found = owner && keptIn(executor).take(owner, KEY);
  if (found instanceof KeptField && found.isOf(problem.field)) return found.buffers;
  found?.destroy();
  return undefined;
};

/** Caches the buffers of a problem's field, or destroys them where the field has no owner. */
export const leaveField = (executor: Executor, problem: LevelSetProblem, buffers: FieldBuffers): void => {
  const owner = ownerOf(executor, problem);
  const left = new KeptField(problem.field, buffers);
  if (owner) keptIn(executor).give(owner, KEY, left);
  else left.destroy();
};
