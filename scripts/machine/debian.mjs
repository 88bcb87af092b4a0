/** Packages of a Debian system, installed where this process may do so. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Whether all of `packages` could be installed. */
export const installPackages = (packages, why) => {
  console.log(`${why}; installing ${packages.map((name) => `"${name}"`).join(', ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', '--no-install-recommends', ...packages]].every(
    (args) => spawnSync('apt-get', ['-q', ...args], { stdio: 'inherit', env }).status === 0,
  );
};
