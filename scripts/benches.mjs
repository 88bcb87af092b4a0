import { basename } from 'node:path';
import { globSync } from './glob.mjs';

/** The benchmarks: the file of each name. Those of one subject lie in a folder of `bench/`, what several use in `support/`. */
export const benches = new Map(
  globSync('bench', (path) => path.endsWith('.ts') && !/^bench\/(support|peers)\//.test(path)).map((path) => [
    basename(path, '.ts'),
    path,
  ]),
);

/** The file of a benchmark; for an unknown name the process ends, with the names there are. */
export const benchFile = (name) => {
  const file = benches.get(name);
  if (file !== undefined) return file;
  console.error(`There is no benchmark "${name}"; there are: ${[...benches.keys()].sort().join(', ')}`);
  process.exit(1);
};
