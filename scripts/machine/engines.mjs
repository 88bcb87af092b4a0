/** Finds Firefox and WebKitGTK for `npm run test:engines`. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, isDebianRoot } from './debian.mjs';

const inPath = (...names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/libexec', '/usr/lib64'];
const miniBrowser = () =>
  libraries
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));

const engines = {
  firefox: {
    find: () => process.env.FIREFOX_PATH ?? inPath('firefox-esr', 'firefox'),
    // Mesa's has a driver of Vulkan in software, for the tests of the GPU.
    packages: ['firefox-esr', 'mesa-vulkan-drivers'],
    else: 'Install Firefox, or set FIREFOX_PATH to one.',
  },
  webkit: {
    find: () => (inPath('WebKitWebDriver') && inPath('Xvfb') ? miniBrowser() : undefined),
    packages: ['webkit2gtk-driver', 'xvfb'],
    else: 'WebKitGTK, its WebKitWebDriver and Xvfb are packages of Linux alone.',
  },
};

/** Whether there is a driver of Vulkan, which Firefox's WebGPU needs. */
export const hasVulkan = () =>
  ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'].some(
    (folder) => existsSync(folder) && readdirSync(folder).length > 0,
  );

/**
 * The path of a browser, which is installed where this is Debian and the user is root.
 * @param name `firefox` or `webkit`
 */
export const ensureEngine = (name) => {
  const engine = engines[name];
  if (engine === undefined)
    throw new Error(`There is no engine "${name}"; there are: ${Object.keys(engines).join(', ')}`);
  const found = engine.find();
  if (found !== undefined) return found;
  if (isDebianRoot()) {
    installPackages(engine.packages, `No ${name} found`);
    const installed = engine.find();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    `The tests in ${name} did not find it. Debian, Ubuntu: sudo apt-get install ${engine.packages.join(' ')}. ${engine.else}`,
  );
};
