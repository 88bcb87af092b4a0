/** WebGPU in Node, where the optional package `webgpu` is installed. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../../core/errors.js';

let found: Promise<GPU | string> | undefined;

/** Dawn's entry point, or why it is not available. It must stay referenced as long as its devices are in use. */
export const findGpu = (): Promise<GPU | string> => {
  found ??= load();
  return found;
};

const load = async (): Promise<GPU | string> => {
  if (!hasDriver()) return 'no Vulkan driver is installed';
  try {
    const { create } = await import('webgpu');
    return create([]);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    return missing ? 'the package webgpu is not installed' : reasonOf(error);
  }
};

/** On Linux, whether a driver is where Vulkan's loader looks for it: without one, Dawn prints warnings. */
const hasDriver = (): boolean => {
  const { env, platform } = process;
  if (platform !== 'linux' || env.VK_ICD_FILENAMES || env.VK_DRIVER_FILES || env.VK_ADD_DRIVER_FILES) return true;
  const data = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':');
  const config = (env.XDG_CONFIG_DIRS || '/etc/xdg').split(':');
  const folders = [...data, ...config, '/etc', env.XDG_DATA_HOME || join(homedir(), '.local/share')];
  return folders.some((folder) => {
    try {
      return readdirSync(join(folder, 'vulkan/icd.d')).some((name) => name.endsWith('.json'));
    } catch {
      return false;
    }
  });
};
