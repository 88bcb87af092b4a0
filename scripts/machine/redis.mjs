/** Finds the server of Redis, which the tests of the queue start: `REDIS_SERVER`, or `redis-server` on the path. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, isDebianRoot } from './debian.mjs';

export const findRedis = () => {
  const { REDIS_SERVER: wish, PATH = '' } = process.env;
  if (wish) return existsSync(wish) ? wish : undefined;
  return PATH.split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((path) => existsSync(path));
};

/** As `findRedis`, but where none is found on Debian as root, installs the system's package. */
export const ensureRedis = () => {
  const found = findRedis();
  if (found !== undefined) return found;
  if (isDebianRoot() && installPackages(['redis-server'], 'No Redis found')) {
    const installed = findRedis();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The tests of the queue need redis-server, and none was found. Install it with your package manager ' +
      '(Debian, Ubuntu: sudo apt-get install redis-server; macOS: brew install redis), or set REDIS_SERVER to its path.',
  );
};
