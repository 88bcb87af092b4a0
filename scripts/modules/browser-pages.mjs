/**
 * The pages that the browser's tests run in. A page takes two seconds to load the component, longer than most tests run, so the files of a
 * folder of `test/browser/` share one; those at its root have one each, and so have those of the engine, which load no component, and end
 * workers and lose devices: a page in which all of them ran was once seen to stand still.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { testFiles } from './test-files.mjs';

const FOLDER = '.build/test/pages';
const ROOT = 'test/browser';
/** Folders whose files have a page each. */
const APART = [ROOT, `${ROOT}/engine`];

/** The test files; hooks outside of a `describe` would run for the tests of the other files of a page. */
const checkedFiles = (long) => {
  const files = testFiles(ROOT, long);
  const loose = files.filter((path) => /^(before|after)(Each)?\(/m.test(readFileSync(path, 'utf8')));
  if (loose.length > 0) throw new Error(`hooks belong into a describe, in ${loose.join(', ')}`);
  return files;
};

/**
 * Writes a file for each page, which imports the tests of the page.
 * @param long whether of the long tests or of the others
 * @returns the files of all pages, in the order in which they run
 */
export const browserPages = (long) => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const files = checkedFiles(long);
  return [...new Set(files.map(dirname))].flatMap((folder) => {
    const its = files.filter((path) => dirname(path) === folder);
    if (APART.includes(folder)) return its;
    const page = `${FOLDER}/${basename(folder)}.test.ts`;
    const imports = its.map((path) => `import '${relative(FOLDER, path).replace(/\.ts$/, '.js')}';\n`);
    writeFileSync(page, imports.join(''));
    return [page];
  });
};
