/**
 * Devices that are one real device behind each: what is compiled there stays, and each can fail, or be lost, by itself at any of
 * its calls. Buffers that are made and not destroyed are counted. What an encoder and its passes refuse they tell when they are
 * finished, so that `finish` stands for their other calls.
 */

/** Fault of one call: run out of memory, be refused, throw, fail to map, never come back, or lose the device. */
export const faults = ['out-of-memory', 'validation', 'throws', 'mapping', 'hangs', 'lost'] as const;
export type DeviceFault = (typeof faults)[number];

class GPUOutOfMemoryError extends Error {}
class GPUValidationError extends Error {}

/** Calls that map, and those that give a promise, which may never settle. */
const MAPS: readonly string[] = ['mapAsync', 'getMappedRange'];
const WAITS: readonly string[] = [
  'requestAdapter',
  'requestDevice',
  'createComputePipelineAsync',
  'mapAsync',
  'onSubmittedWorkDone',
  'popErrorScope',
];
/** Calls before there is a device. */
const EARLY: readonly string[] = ['requestAdapter', 'requestDevice'];

/** Whether a call can fail in this way. */
export const befalls = (fault: DeviceFault, call: string): boolean => {
  if (fault === 'mapping') return MAPS.includes(call);
  if (fault === 'hangs') return WAITS.includes(call);
  return fault === 'throws' || !EARLY.includes(call);
};

/** Counts the calls of all devices of one run, and says which of them fails. */
export class FaultyCalls {
  /** The calls so far, by name. */
  readonly made: string[] = [];
  readonly live = new Set<GPUBuffer>();
  devices = 0;

  /** Call number `at`, from 0, fails as `fault` says; none where it is below 0. */
  constructor(
    readonly fault: DeviceFault,
    readonly at = -1,
  ) {}

  /** Whether this call is the one. */
  next(call: string): boolean {
    return this.made.push(call) - 1 === this.at;
  }
}

const never = (): Promise<never> => new Promise(() => {});

/** `real`, some members of which are others, as are those that are set; the rest are its own. */
const before = <T extends object>(real: T, own: Record<PropertyKey, unknown>): T =>
  new Proxy(real, {
    set: (_, name, value) => {
      own[name] = value;
      return true;
    },
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** A device of its own before the real one. */
const virtualDevice = (real: GPUDevice, faulty: FaultyCalls): GPUDevice => {
  faulty.devices++;
  const { fault } = faulty;
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
  const fails = (call: string): boolean => {
    if (!faulty.next(call)) return false;
    if (fault === 'lost') end('unknown');
    if (fault === 'out-of-memory') pending = new GPUOutOfMemoryError('injected');
    if (fault === 'validation') pending = new GPUValidationError('injected');
    if (fault === 'throws') throw new TypeError('injected');
    return true;
  };
  const mayFail =
    <Args extends readonly unknown[], Result>(call: string, action: (...args: Args) => Result) =>
    (...args: Args): Result => {
      fails(call);
      return action(...args);
    };
  const { queue } = real;
  const virtualQueue = {
    submit: (buffers: Iterable<GPUCommandBuffer>) => {
      fails('submit');
      if (!gone) queue.submit(buffers);
    },
    writeBuffer: (...args: Parameters<GPUQueue['writeBuffer']>) => {
      fails('writeBuffer');
      if (!gone) queue.writeBuffer(...args);
    },
    onSubmittedWorkDone: async () => {
      if (fails('onSubmittedWorkDone') && fault === 'hangs') return never();
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
      const now = fails('mapAsync');
      if (now && fault === 'mapping') throw new Error('injected: mapping failed');
      if (now && fault === 'hangs') return never();
      if (gone) throw new Error('the device is lost');
      return mapAsync(...mapping);
    };
    const getMappedRange = buffer.getMappedRange.bind(buffer);
    buffer.getMappedRange = (...range) => {
      if (fails('getMappedRange') && fault === 'mapping') throw new Error('injected: it is not mapped');
      return getMappedRange(...range);
    };
    buffer.unmap = mayFail('unmap', buffer.unmap.bind(buffer));
    return buffer;
  };
  const ownEncoder = (encoder: GPUCommandEncoder): GPUCommandEncoder =>
    before(encoder, {
      beginComputePass: mayFail('beginComputePass', encoder.beginComputePass.bind(encoder)),
      finish: mayFail('finish', encoder.finish.bind(encoder)),
    });
  const createBuffer = mayFail('createBuffer', real.createBuffer.bind(real));
  const createCommandEncoder = mayFail('createCommandEncoder', real.createCommandEncoder.bind(real));
  return before(real, {
    lost,
    queue: virtualQueue,
    addEventListener: () => {},
    createBuffer: (descriptor: GPUBufferDescriptor) => ownBuffer(createBuffer(descriptor)),
    createCommandEncoder: (descriptor?: GPUCommandEncoderDescriptor) => ownEncoder(createCommandEncoder(descriptor)),
    createBindGroup: mayFail('createBindGroup', real.createBindGroup.bind(real)),
    createBindGroupLayout: mayFail('createBindGroupLayout', real.createBindGroupLayout.bind(real)),
    createPipelineLayout: mayFail('createPipelineLayout', real.createPipelineLayout.bind(real)),
    createShaderModule: mayFail('createShaderModule', real.createShaderModule.bind(real)),
    createQuerySet: mayFail('createQuerySet', real.createQuerySet.bind(real)),
    createComputePipelineAsync: async (descriptor: GPUComputePipelineDescriptor) => {
      const now = fails('createComputePipelineAsync');
      if (now && fault === 'hangs') return never();
      if (now && fault !== 'lost') throw new Error('injected: no pipeline');
      if (gone) throw new Error('the device is lost');
      return real.createComputePipelineAsync(descriptor);
    },
    popErrorScope: async () => {
      // The scope of the real device ends in any case: others have that device too.
      const found = await real.popErrorScope();
      if (fails('popErrorScope') && fault === 'hangs') return never();
      const error = pending;
      pending = undefined;
      if (gone) throw new Error('the device is lost');
      return error ?? found;
    },
    destroy: () => {
      for (const buffer of [...mine]) buffer.destroy();
      end('destroyed');
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
  const asked = async (call: string): Promise<void> => {
    if (!faulty.next(call)) return;
    if (faulty.fault === 'hangs') await never();
    if (faulty.fault === 'throws') throw new TypeError('injected');
  };
  const requestDevice = async (): Promise<GPUDevice> => {
    await asked('requestDevice');
    return virtualDevice(real, faulty);
  };
  const requestAdapter = async () => {
    await asked('requestAdapter');
    return { info, limits, features, requestDevice };
  };
  return { requestAdapter } as unknown as GPU;
};
