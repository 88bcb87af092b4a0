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

/** How one device fails: at the call of its run that is to, and at all later ones once it is lost. */
class Failing {
  readonly lost: Promise<GPUDeviceLostInfo>;
  gone = false;
  /** The error that the next scope tells. */
  #pending: Error | undefined;
  #lose = (_info: GPUDeviceLostInfo): void => {};

  constructor(readonly calls: FaultyCalls) {
    this.lost = new Promise<GPUDeviceLostInfo>((resolve) => {
      this.#lose = resolve;
    });
  }

  /** Loses the device, once. */
  end(reason: GPUDeviceLostReason): void {
    if (this.gone) return;
    this.gone = true;
    this.#lose(Object.assign(Object.create(null), { reason, message: `injected: ${reason}` }));
  }

  /** The error of the scope that ends, if a call failed in it. */
  takePending(): Error | undefined {
    const error = this.#pending;
    this.#pending = undefined;
    return error;
  }

  /** Whether a call fails now; a loss is of the device, memory and validation are told by the scopes. */
  fails(call: string): boolean {
    const { fault } = this.calls;
    if (!this.calls.next(call)) return false;
    if (fault === 'lost') this.end('unknown');
    if (fault === 'out-of-memory') this.#pending = new GPUOutOfMemoryError('injected');
    if (fault === 'validation') this.#pending = new GPUValidationError('injected');
    if (fault === 'throws') throw new TypeError('injected');
    return true;
  }

  /** The action, which is done though its call may fail. */
  at<Args extends readonly unknown[], Result>(
    call: string,
    action: (...args: Args) => Result,
  ): (...args: Args) => Result {
    return (...args) => {
      this.fails(call);
      return action(...args);
    };
  }

  /** The answer, which does not come, or is refused with a message, where its call fails so, and never comes of a lost device. */
  async wait<Answer>(call: string, answer: () => Promise<Answer>, refusal?: Refusal): Promise<Answer> {
    const now = this.fails(call);
    const { fault } = this.calls;
    if (now && fault === 'hangs') return never();
    if (now && refusal?.of(fault)) throw new Error(`injected: ${refusal.words}`);
    if (this.gone) throw new Error('the device is lost');
    return answer();
  }
}

/** The faults that a promise is rejected for, and what it says. */
interface Refusal {
  readonly of: (fault: DeviceFault) => boolean;
  readonly words: string;
}

const ownQueue = (queue: GPUQueue, failing: Failing) => ({
  submit: (buffers: Iterable<GPUCommandBuffer>) => {
    failing.fails('submit');
    if (!failing.gone) queue.submit(buffers);
  },
  writeBuffer: (...args: Parameters<GPUQueue['writeBuffer']>) => {
    failing.fails('writeBuffer');
    if (!failing.gone) queue.writeBuffer(...args);
  },
  onSubmittedWorkDone: () => failing.wait('onSubmittedWorkDone', () => queue.onSubmittedWorkDone()),
});

/** The buffer, counted among `mine` and all that live until it is destroyed. */
const ownBuffer = (buffer: GPUBuffer, mine: Set<GPUBuffer>, failing: Failing): GPUBuffer => {
  const { fault, live } = failing.calls;
  mine.add(buffer);
  live.add(buffer);
  const destroy = buffer.destroy.bind(buffer);
  buffer.destroy = () => {
    mine.delete(buffer);
    live.delete(buffer);
    return destroy();
  };
  const mapAsync = buffer.mapAsync.bind(buffer);
  const unmapped = { of: (its: DeviceFault) => its === 'mapping', words: 'mapping failed' };
  buffer.mapAsync = (...mapping) => failing.wait('mapAsync', () => mapAsync(...mapping), unmapped);
  const getMappedRange = buffer.getMappedRange.bind(buffer);
  buffer.getMappedRange = (...range) => {
    if (failing.fails('getMappedRange') && fault === 'mapping') throw new Error('injected: it is not mapped');
    return getMappedRange(...range);
  };
  buffer.unmap = failing.at('unmap', buffer.unmap.bind(buffer));
  return buffer;
};

const ownEncoder = (encoder: GPUCommandEncoder, failing: Failing): GPUCommandEncoder =>
  before(encoder, {
    beginComputePass: failing.at('beginComputePass', encoder.beginComputePass.bind(encoder)),
    finish: failing.at('finish', encoder.finish.bind(encoder)),
  });

/** A device of its own before the real one. */
const virtualDevice = (real: GPUDevice, faulty: FaultyCalls): GPUDevice => {
  faulty.devices++;
  const failing = new Failing(faulty);
  const mine = new Set<GPUBuffer>();
  const createBuffer = failing.at('createBuffer', real.createBuffer.bind(real));
  const createCommandEncoder = failing.at('createCommandEncoder', real.createCommandEncoder.bind(real));
  const noPipeline = { of: (fault: DeviceFault) => fault !== 'lost', words: 'no pipeline' };
  return before(real, {
    lost: failing.lost,
    queue: ownQueue(real.queue, failing),
    addEventListener: () => {},
    createBuffer: (descriptor: GPUBufferDescriptor) => ownBuffer(createBuffer(descriptor), mine, failing),
    createCommandEncoder: (descriptor?: GPUCommandEncoderDescriptor) =>
      ownEncoder(createCommandEncoder(descriptor), failing),
    createBindGroup: failing.at('createBindGroup', real.createBindGroup.bind(real)),
    createBindGroupLayout: failing.at('createBindGroupLayout', real.createBindGroupLayout.bind(real)),
    createPipelineLayout: failing.at('createPipelineLayout', real.createPipelineLayout.bind(real)),
    createShaderModule: failing.at('createShaderModule', real.createShaderModule.bind(real)),
    createQuerySet: failing.at('createQuerySet', real.createQuerySet.bind(real)),
    createComputePipelineAsync: (descriptor: GPUComputePipelineDescriptor) =>
      failing.wait('createComputePipelineAsync', () => real.createComputePipelineAsync(descriptor), noPipeline),
    popErrorScope: async () => {
      // The scope of the real device ends in any case: others have that device too.
      const found = await real.popErrorScope();
      return failing.wait('popErrorScope', async () => failing.takePending() ?? found);
    },
    destroy: () => {
      for (const buffer of [...mine]) buffer.destroy();
      failing.end('destroyed');
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
