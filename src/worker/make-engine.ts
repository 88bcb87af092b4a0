import type { Algorithm } from '../algorithm/algorithm.js';
import { type Backend, createExecutor } from '../compute/backend.js';
import { LossBudget } from '../compute/device.js';
import { coded } from '../core/given.js';
import { checkOptions } from './checks/given.js';
import { Engine } from './engine.js';
import type { EngineOptions } from './engine-types.js';

/** Makes an engine that knows `algorithms`. Rejects with `no-webgpu` where WebGPU was required and is not available. */
export const makeEngine = (algorithms: readonly Algorithm[], given?: EngineOptions): Promise<Engine> =>
  coded(async () => {
    const options = checkOptions(given);
    const losses = new LossBudget();
    const renew = (): Promise<Backend> => createExecutor(options.backend, { gpu: options.gpu, losses });
    return new Engine(algorithms, options, renew, await renew());
  });
