/** A real device whose calls can be made to fail, and whose live buffers are counted. */
export interface Instruments {
  /** Buffers made and not destroyed. */
  readonly live: () => number;
  /** Buffers made so far. */
  readonly made: () => number;
  /** The allocation with this number, from 0, runs out of memory. */
  failAllocation: number;
  /** Mappings reject while this is set. */
  failMapping: boolean;
  /** Mappings never settle while this is set. */
  hangMapping: boolean;
  /** Called before each `queue.submit`. */
  onSubmit: (() => void) | undefined;
}

class GPUOutOfMemoryError extends Error {}

export const instrument = (device: GPUDevice): Instruments => {
  const live = new Set<GPUBuffer>();
  let made = 0;
  let exhausted = false;
  const instruments: Instruments = {
    live: () => live.size,
    made: () => made,
    failAllocation: -1,
    failMapping: false,
    hangMapping: false,
    onSubmit: undefined,
  };
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    live.add(buffer);
    if (made++ === instruments.failAllocation) exhausted = true;
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      live.delete(buffer);
      return destroy();
    };
    const mapAsync = buffer.mapAsync.bind(buffer);
    buffer.mapAsync = (...mapping) => {
      if (instruments.hangMapping) return new Promise<undefined>(() => {});
      return instruments.failMapping ? Promise.reject(new Error('mapping failed')) : mapAsync(...mapping);
    };
    return buffer;
  };
  const popErrorScope = device.popErrorScope.bind(device);
  device.popErrorScope = async () => {
    const fails = exhausted;
    exhausted = false;
    const error = await popErrorScope();
    return fails ? new GPUOutOfMemoryError('injected') : error;
  };
  const { queue } = device;
  const submit = queue.submit.bind(queue);
  queue.submit = (buffers) => {
    instruments.onSubmit?.();
    return submit(buffers);
  };
  return instruments;
};
