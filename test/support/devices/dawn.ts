import { existsSync } from 'node:fs';

/** File in which Chromium's package puts the Vulkan driver of SwiftShader, which needs no GPU. */
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/**
 * While anything is under way, Dawn asks for its events at every turn of the message loop, by the global `setImmediate`;
 * that takes a whole core from a software adapter, which compiles and runs the kernels on it. A millisecond between two
 * questions takes nothing.
 */
const askSeldom = (): void => {
  const later = <Rest extends unknown[]>(work: (...rest: Rest) => void, ...rest: Rest) => setTimeout(work, 1, ...rest);
  Object.assign(globalThis, { setImmediate: later });
};

/** Dawn ends with its `GPU`, which must be held as long as a device lives. */
let gpu: Promise<GPU | string> | undefined;

/** Dawn for Node, or why it is not there. */
export const dawn = (): Promise<GPU | string> => {
  gpu ??= made();
  return gpu;
};

const made = async (): Promise<GPU | string> => {
  const { env } = process;
  if (!env.VK_ICD_FILENAMES && !env.VK_DRIVER_FILES && existsSync(SWIFTSHADER)) {
    env.VK_ICD_FILENAMES = SWIFTSHADER;
  }
  try {
    const { create } = await import('webgpu');
    askSeldom();
    const entry = create([]);
    return (await entry.requestAdapter()) ? entry : 'Dawn finds no Vulkan adapter here';
  } catch (error) {
    return `Dawn does not load here: ${error instanceof Error ? error.message : String(error)}`;
  }
};
