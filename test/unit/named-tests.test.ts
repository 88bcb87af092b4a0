/** The tables in `test/browser/README.md` and `test/hosts/README.md` say which test shows what: each of these tests is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The rows of a page's tables, without their heads. */
const rowsOf = (page: string): string[][] =>
  readFileSync(root(page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => !['test', '---'].includes(cells.at(-1) ?? ''));

const rows = rowsOf('test/browser/README.md');

/** The titles of the tests and groups in a file, in a row; parts that depend on values are gone. */
const titlesIn = (path: string): string =>
  [...readFileSync(path, 'utf8').matchAll(/\b(?:it|test|describe)\(\s*(['`"])(.*?)\1,/gs)]
    .map(([, , title = '']) => title)
    .concat([...readFileSync(path, 'utf8').matchAll(/^\s*\[?['"](.*?)['"],/gm)].map(([, title = '']) => title))
    .join('\n');

const fileOf = (name: string): string | undefined =>
  [`test/browser/${name}.test.ts`, `test/${name}.test.ts`, `${name}.test.ts`, `test/${name}`, name]
    .map(root)
    .find((path) => existsSync(path));

/** What of a mention is not there. */
const missing = (name: string, told: string): string[] => {
  if (name.startsWith('npm run ')) return [];
  const path = fileOf(name);
  if (path === undefined) return [name];
  if (told === '' || statSync(path).isDirectory() || !path.endsWith('.test.ts')) return [];
  const titles = titlesIn(path);
  const group = /^all of `(.*)`$/.exec(told)?.[1];
  const words = (group ?? told).split(', ');
  // A title may have commas of its own.
  for (let k = 0; k < words.length; ) {
    const most = words.length - k;
    const found = Array.from({ length: most }, (_, less) => most - less).find((count) =>
      titles.includes(words.slice(k, k + count).join(', ')),
    );
    if (found === undefined) return [`${name}: ${words[k]}`];
    k += found;
  }
  return [];
};

/** A cell names files in backquotes, each followed by a colon and parts of titles, or by nothing. */
const mentions = (cell: string): [name: string, told: string][] =>
  cell.split(/; | and (?=`)| for .*$/).flatMap((part): [string, string][] => {
    const [, name, told = ''] = /^`([^`]+)`(?:: (.*))?/.exec(part.trim()) ?? [];
    const others = told.split(/, (?=`[\w/-]+`)/);
    return name === undefined ? [] : [[name, others[0] ?? ''], ...others.slice(1).flatMap((other) => mentions(other))];
  });

test('each test that a table of the browser tests names is there', () => {
  assert.ok(rows.length > 70, `${rows.length} rows`);
  const found = rows.flatMap((cells) => {
    const named = mentions(cells.at(-1) ?? '');
    return named.length === 0 ? [`${cells[0]}: no test`] : named.flatMap(([name, told]) => missing(name, told));
  });
  assert.deepEqual(found, []);
});

test('each test that the table of the hosts names is there', () => {
  const told = rowsOf('test/hosts/README.md');
  assert.ok(told.length > 30, `${told.length} rows`);
  const found = told.flatMap((cells) => {
    const [fault = '', cell = ''] = [cells[0], cells.at(-1)];
    const named = mentions(cell);
    // A command checks what no file of tests does.
    return named.length === 0 && !/^(?:hosts|viewers)\b/.test(cell)
      ? [`${fault}: no test`]
      : named.flatMap(([name, title]) => missing(name, title));
  });
  assert.deepEqual(found, []);
});

test('each defect that a host met has a test', () => {
  const told = rowsOf('test/hosts/README.md').map(([first = '']) => first);
  const wanted = Array.from({ length: 23 }, (_, k) => `D${k + 1}`);
  assert.deepEqual(
    wanted.filter((id) => !told.includes(id)),
    [],
  );
});

test('each defect of the list has a test, and nothing that is expected is there in part only', () => {
  const told = rows.flatMap(([first = '']) => first.split(', '));
  const numbers = (kind: string, count: number): string[] => Array.from({ length: count }, (_, k) => `${kind}${k + 1}`);
  const wanted = [...numbers('B', 3), ...numbers('M', 17), ...numbers('m', 23)];
  assert.deepEqual(
    wanted.filter((id) => !told.includes(id)),
    [],
  );
  const partly = rows.filter(([, has]) => has === 'partly' || has === 'missing');
  assert.deepEqual(partly, []);
});

test('a test that is not there is found', () => {
  assert.deepEqual(missing('demo', 'explains itself, is not there'), ['demo: is not there']);
  assert.deepEqual(missing('nowhere', 'at all'), ['nowhere']);
  assert.deepEqual(mentions('`a/b`: one, two; `c`'), [
    ['a/b', 'one, two'],
    ['c', ''],
  ]);
});
