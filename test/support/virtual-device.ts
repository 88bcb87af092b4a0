/**
 * Devices that are one real device behind each: what is compiled there stays, and each can fail, or be lost, by itself at any of
 * its calls. Buffers that are made and not destroyed are counted.
 */

/** What one call does instead: run out of memory, be refused, fail to map, never come back, or lose the device. */
export const faults = ['out-of-memory', 'validation', 'throws', 'mapping', 'hangs', 'lost'] as const;
export type DeviceFault = (typeof faults)[number];

class GPUOutOfMemoryError extends Error {}
class GPUValidationError extends Error {}

/** Counts the calls of all devices of one run, and says which of them fails. */
export class FaultyCalls {
  calls = 0;
  live = new Set<GPUBuffer>();
  devices = 0;

  /** Call number `at`, from 0, fails as `fault` says; none where it is below 0. */
  constructor(
    readonly fault: DeviceFault,
    readonly at = -1,
  ) {}

  /** Whether this call is the one. */
  next(): boolean {
    return this.calls++ === this.at;
  }
}

/** A device of its own before the real one. */
const virtualDevice = (real: GPUDevice, faulty: FaultyCalls): GPUDevice => {
  faulty.devices++;
  let lose = (_info: GPUDeviceLostInfo): void => {};
  let gone = false;
  let pending: Error | undefined;
  const lost = new Promise<GPUDeviceLostInfo>((resolve) => {
    lose = resolve;
  });
  const mine = new Set<GPUBuffer>();
  const end = (reason: GPUDeviceLostReason): void => {
    if (gone) return;
    gone = true;
    lose(Object.assign(Object.create(null), { reason, message: `injected: ${reason}` }));
  };
  /** Whether a call fails now; a loss is of the device, memory and validation are told by the scopes. */
  const fails = (): boolean => {
    if (!faulty.next()) return false;
    const { fault } = faulty;
    if (fault === 'lost') end('unknown');
    if (fault === 'out-of-memory') pending = new GPUOutOfMemoryError('injected');
    if (fault === 'validation') pending = new GPUValidationError('injected');
    if (fault === 'throws') throw new TypeError('injected');
    return true;
  };
  const { queue } = real;
  const virtualQueue = {
    submit: (buffers: Iterable<GPUCommandBuffer>) => {
      fails();
      if (!gone) queue.submit(buffers);
    },
    writeBuffer: (...args: Parameters<GPUQueue['writeBuffer']>) => {
      fails();
      if (!gone) queue.writeBuffer(...args);
    },
    onSubmittedWorkDone: async () => {
      fails();
      if (gone) throw new Error('the device is lost');
      return queue.onSubmittedWorkDone();
    },
  };
  const ownBuffer = (buffer: GPUBuffer): GPUBuffer => {
    mine.add(buffer);
    faulty.live.add(buffer);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      mine.delete(buffer);
      faulty.live.delete(buffer);
      return destroy();
    };
    const mapAsync = buffer.mapAsync.bind(buffer);
    buffer.mapAsync = async (...mapping) => {
      const now = fails();
      if (now && faulty.fault === 'mapping') throw new Error('injected: mapping failed');
      if (now && faulty.fault === 'hangs') return new Promise<undefined>(() => {});
      if (gone) throw new Error('the device is lost');
      return mapAsync(...mapping);
    };
    return buffer;
  };
  const own: Record<PropertyKey, unknown> = {
    lost,
    queue: virtualQueue,
    addEventListener: () => {},
    createBuffer: (descriptor: GPUBufferDescriptor) => {
      fails();
      return ownBuffer(real.createBuffer(descriptor));
    },
    createComputePipelineAsync: async (descriptor: GPUComputePipelineDescriptor) => {
      const now = fails();
      if (now && faulty.fault === 'hangs') return new Promise(() => {});
      if (now && faulty.fault !== 'lost') throw new Error('injected: no pipeline');
      if (gone) throw new Error('the device is lost');
      return real.createComputePipelineAsync(descriptor);
    },
    createBindGroup: (descriptor: GPUBindGroupDescriptor) => {
      fails();
      return real.createBindGroup(descriptor);
    },
    popErrorScope: async () => {
      const error = pending;
      pending = undefined;
      const found = await real.popErrorScope();
      if (gone) throw new Error('the device is lost');
      return error ?? found;
    },
    destroy: () => {
      for (const buffer of [...mine]) buffer.destroy();
      end('destroyed');
    },
  };
  return new Proxy(real, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

/** A `GPU` whose every device is a new one before the same real one. */
export const virtualGpu = (
  real: GPUDevice,
  adapter: Pick<GPUAdapter, 'info' | 'limits' | 'features'>,
  faulty: FaultyCalls,
): GPU => {
  const { info, limits, features } = adapter;
  const requestDevice = async (): Promise<GPUDevice> => virtualDevice(real, faulty);
  const requestAdapter = async () => ({ info, limits, features, requestDevice });
  return { requestAdapter } as unknown as GPU;
};
