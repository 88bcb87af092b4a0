/**
 * The two parts of the suite. `npm test` runs the files `*.test.ts`, `npm run test:long` those among them that are named
 * `*.long.test.ts`; `CONTRIBUTING.md` has the rule for what is long. A file that is named is run in either way.
 */
import { globSync } from '../glob.mjs';

/** What asks a runner's script for the long tests. */
export const LONG_FLAG = '--long';

/** The test files of one part below a folder, sorted. */
export const testFiles = (folder, long) =>
  globSync(folder, (path) => path.endsWith('.test.ts') && path.endsWith('.long.test.ts') === long);
