/** Files of long tests, `*.long.test.ts`: run by `npm run test:long`. Such a file may import the tests of another file, which then try more cases. */
import { type TestContext, test } from 'node:test';

/** Whether the process runs such a file. */
const isLong = /\.long\.test\.ts$/.test(process.argv[1] ?? '');

/** The cases of a test: `few` in `npm test`, `all` in `npm run test:long`. */
export const cases = <T>(few: T, all: T): T => (isLong ? all : few);

/** A test of such another file that has no more cases: the long tests do not run it again. */
export const once = (name: string, work: (t: TestContext) => void | Promise<void>): void => {
  if (!isLong) void test(name, work);
};
