import { reasonOf, SegmenterError } from '../core/errors.js';
import { because, type Reason } from '../core/reasons.js';

declare global {
  // Makes the package's types self-contained: TypeScript before 6 does not know these without `@webgpu/types`, with which they merge.
  interface GPU {}
  interface GPUDevice {}
}

/** One WebGPU device, of a newly requested adapter: a used adapter is consumed. */
export interface GpuDevice {
  readonly device: GPUDevice;
  /** The adapter's name, as the driver or the browser gives it. */
  readonly adapter: string;
  /** True for a software adapter, whose results are correct but far slower than the CPU backend's. */
  readonly software: boolean;
  /** The number of the device in this thread, which identifies callbacks of a lost device. */
  readonly generation: number;
}

/** Options of the request for a device. */
export interface DeviceOptions {
  /** In Node: what Dawn's `create([])` returns. Else `navigator.gpu`. */
  readonly gpu?: GPU;
  /** Timeout in milliseconds for the request of an adapter or a device; 30,000 by default. */
  readonly patience?: number;
}

const PATIENCE = 30_000;

/** Limits requested beyond WebGPU's defaults; the defaults suffice, too. */
const WANTED = {
  maxStorageBufferBindingSize: 2 ** 31 - 4,
  maxBufferSize: 2 ** 32,
  maxStorageBuffersPerShaderStage: 10,
  maxComputeWorkgroupStorageSize: 3 * 2 ** 14,
} as const;
const WANTED_FEATURES: readonly GPUFeatureName[] = ['timestamp-query'];
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|software|basic render|\bwarp\b/i;

let generation = 0;

/** Opens a device. Rejects with `no-webgpu` and the reason. */
export const openDevice = async (options: DeviceOptions = {}): Promise<GpuDevice> => {
  const gpu = options.gpu ?? ('navigator' in globalThis ? globalThis.navigator.gpu : undefined);
  if (!gpu) throw new SegmenterError('no-webgpu', { reason: because('no-gpu')`there is no navigator.gpu here` });
  const { patience = PATIENCE } = options;
  const asked = () => gpu.requestAdapter({ powerPreference: 'high-performance' });
  const adapter = await attempt(because('not-asked')`no adapter could be asked for`, patience, asked);
  if (!adapter) throw new SegmenterError('no-webgpu', { reason: because('no-adapter')`no adapter was found` });
  const { info } = adapter;
  const parts = [info.vendor, info.architecture, info.device, info.description].filter((part) => part !== '');
  const requiredLimits: Record<string, number> = {};
  for (const [limit, wanted] of Object.entries(WANTED)) {
    requiredLimits[limit] = Math.min(wanted, adapter.limits[limit as keyof typeof WANTED]);
  }
  const requiredFeatures = WANTED_FEATURES.filter((feature) => adapter.features.has(feature));
  const made = () => adapter.requestDevice({ label: 'snake', requiredLimits, requiredFeatures });
  const device = await attempt(because('no-device')`no device could be made`, patience, made, (late) => late.destroy());
  return {
    device,
    adapter: parts.length === 0 ? 'unnamed adapter' : parts.join(', '),
    software: info.isFallbackAdapter || parts.some((part) => SOFTWARE.test(part)),
    generation: ++generation,
  };
};

/** Resolves to the value of `action` if it arrives in time; a late value is passed to `late`. */
const attempt = async <T>(
  what: Reason,
  patience: number,
  action: () => Promise<T>,
  late: (value: T) => void = () => {},
): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let given = false;
  const waits = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      given = true;
      reject(new Error(`there was no answer after ${patience / 1000} s`));
    }, patience);
  });
  try {
    const acting = action();
    acting.then(
      (value) => given && late(value),
      () => {},
    );
    return await Promise.race([acting, waits]);
  } catch (cause) {
    throw new SegmenterError('no-webgpu', { reason: because('what-since')`${what}: ${reasonOf(cause)}` }, { cause });
  } finally {
    clearTimeout(timer);
  }
};

/** The number of lost devices after which a backend gives up: `most` within `within` milliseconds. */
export class LossBudget {
  readonly #most: number;
  readonly #within: number;
  #losses: number[] = [];

  constructor(most = 3, within = 60_000) {
    this.#most = most;
    this.#within = within;
  }

  /** Records a loss. */
  spend(now = performance.now()): void {
    this.#losses.push(now);
  }

  /** Throws `device-lost` once the budget is spent. */
  check(now = performance.now()): void {
    this.#losses = this.#losses.filter((time) => now - time < this.#within);
    if (this.#losses.length < this.#most) return;
    const reason = because(
      'lost-often',
    )`the device was lost ${this.#losses.length} times within ${this.#within / 1000} s`;
    throw new SegmenterError('device-lost', { reason });
  }
}
