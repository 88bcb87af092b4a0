/** Dawn, which runs the GPU tests in Node, needs a Vulkan loader; Chromium brings a driver but no loader. */
import { spawnSync } from 'node:child_process';
import { installPackages, isDebianRoot } from './debian.mjs';

const hasLoader = () =>
  /libvulkan\.so\.1\b/.test(spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '');

/** Installs the loader on Debian as root, and says elsewhere that it is missing. Only Linux lacks one. */
export const ensureVulkan = () => {
  if (process.platform !== 'linux' || hasLoader()) return;
  const why = 'No Vulkan loader found, which the GPU tests in Node need';
  if (isDebianRoot() && installPackages(['libvulkan1'], why) && hasLoader()) return;
  console.log(`${why}: they will be skipped. Install it with your package manager (Debian, Ubuntu: libvulkan1).`);
};
