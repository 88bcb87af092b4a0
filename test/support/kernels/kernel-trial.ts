import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../src/compute/executor.js';
import {
  type Constants,
  type DeviceBuffer,
  type Groups,
  type Kernel,
  Recording,
} from '../../../src/compute/recording.js';

/** One dispatch to try on both back ends. Runs in Node and in browsers. */
export interface Trial {
  readonly kernel: Kernel;
  /** Content of each binding before the dispatch: words, or a number of zeroed ones. */
  readonly words: Readonly<Record<string, Uint32Array | number>>;
  readonly groups: Exclude<Groups, { readonly indirect: DeviceBuffer }>;
  readonly constants?: Constants;
}

/** All words of every binding after the dispatch. */
export const runTrial = async (executor: Executor, trial: Trial): Promise<Record<string, Uint32Array>> => {
  const names = trial.kernel.bindings.map(({ name }) => name);
  const buffers: Record<string, DeviceBuffer> = {};
  try {
    for (const name of names) {
      const words = trial.words[name];
      if (words === undefined) throw new TypeError(`the trial lacks words for ${trial.kernel.name}.${name}`);
      buffers[name] = await executor.buffer(name, typeof words === 'number' ? words : words.slice());
    }
    const recording = new Recording().dispatch(trial.kernel, buffers, trial.groups, trial.constants);
    for (const name of names) recording.read(buffers[name]!);
    const reads = await executor.submit(recording);
    return Object.fromEntries(names.map((name, i) => [name, reads[i]!]));
  } finally {
    for (const buffer of Object.values(buffers)) buffer.destroy();
  }
};

/** Throws, naming the first word that differs, unless both sides hold the same. */
export const assertSameWords = (
  what: string,
  got: Readonly<Record<string, Uint32Array>>,
  wanted: Readonly<Record<string, Uint32Array>>,
): void => {
  for (const [name, words] of Object.entries(wanted)) {
    const other = got[name]!;
    if (other.length !== words.length) {
      throw new Error(`${what}: ${name} has ${other.length} words, its CPU kernel ${words.length}`);
    }
    const at = words.findIndex((word, i) => word !== other[i]);
    if (at < 0) continue;
    const count = words.reduce((sum, word, i) => sum + Number(word !== other[i]), 0);
    throw new Error(`${what}: ${name}[${at}] is ${other[at]}, the CPU kernel's ${words[at]}; ${count} words differ`);
  }
};

/** Runs a dispatch on the CPU and on `gpu`, demands equality of every word, and returns the words. */
export const assertSameBits = async (gpu: Executor, trial: Trial): Promise<Record<string, Uint32Array>> => {
  const cpu = new CpuExecutor();
  const wanted = await runTrial(cpu, trial);
  cpu.dispose();
  assertSameWords(trial.kernel.name, await runTrial(gpu, trial), wanted);
  return wanted;
};
