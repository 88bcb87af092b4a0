/**
 * Checks documents against the repository: replaced terms stay replaced; files and folders that are named are there; links and their
 * anchors lead somewhere; sections of docs/ALGORITHMS.md that documents and comments cite are there, and its section D.1 names each file
 * of `src` that calls a function whose last digit depends on the engine.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { globSync } from '../glob.mjs';
import { HISTORY, lineOf, REPLACED, report, wrongWords } from './words.mjs';

const wrong = [];
const read = (path) => readFileSync(path, 'utf8');
const say = (path, text, index, what) => wrong.push(`${path}:${lineOf(text, index)}: ${what}`);

const folders = ['assembly', 'bench', 'demo', 'docs', 'scripts', 'src', 'test'];
const files = folders.flatMap((folder) => globSync(folder, () => true));
const ALGORITHMS = 'docs/ALGORITHMS.md';
const named = ['README.md', 'ARCHITECTURE.md', ALGORITHMS, ...files.filter((path) => /^src\/.*\.md$/.test(path))];

const isThere = (name) => files.some((path) => path === name || path.endsWith(`/${name}`));
/** Paths of modules and folders of `src`, as documents name them: without an extension. */
const modules = files
  .filter((path) => path.startsWith('src/'))
  .flatMap((path) => [path.replace(/\.\w+$/, ''), dirname(path)]);
const parts = new Set(modules.flatMap((path) => path.split('/').slice(1, -1)));
const isModule = (name) => modules.some((path) => `${path}/`.includes(`/${name}/`));

for (const path of named) {
  const text = read(path);
  wrong.push(...wrongWords(path, text, [...REPLACED, ...HISTORY]));
  for (const { 1: name, index } of text.matchAll(/`([\w/-]+\.(?:ts|mjs|wgsl))`/g)) {
    if (!isThere(name)) say(path, text, index, `there is no file ${name}`);
  }
  for (const { 1: name, index } of text.matchAll(/`([\w-]+(?:\/[\w-]+)+)\/?`/g)) {
    if (parts.has(name.split('/')[0]) && !isModule(name))
      say(path, text, index, `there is no module or folder ${name} in src`);
  }
}

/** Pages that a build makes. */
const MADE = /^docs\/(?:error-codes|element)\.md$/;
const documents = [
  ...['README', 'ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) => `${name}.md`),
  ...files.filter((path) => path.endsWith('.md') && !MADE.test(path)),
];
const withoutCode = (text) =>
  text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => '.'.repeat(code.length));
/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (path) =>
  read(path)
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .replace(/\]\([^)]*\)/g, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );
for (const path of documents) {
  const text = withoutCode(read(path));
  for (const { 1: address, index } of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(address)) continue;
    const [file = '', anchor] = address.split('#');
    const to = file === '' ? path : normalize(join(dirname(path), file));
    if (MADE.test(to)) continue;
    if (!existsSync(to)) say(path, text, index, `there is no file ${to}`);
    else if (anchor !== undefined && !anchorsOf(to).includes(anchor))
      say(path, text, index, `${to} has no heading #${anchor}`);
  }
}

const algorithms = read(ALGORITHMS);
const sections = new Set([...algorithms.matchAll(/^#+ ([A-D](?:\.\d+)*)\b/gm)].map(([, id]) => id));
const cited = (text) =>
  [...text.matchAll(/\bALGORITHMS ((?:[A-D](?:\.\d+)*)(?:(?:, | and )[A-D](?:\.\d+)*)*)/g)].flatMap(
    ({ 1: ids, index }) => ids.split(/, | and /).map((id) => [id, index]),
  );
for (const path of files.filter((each) => /\.(?:ts|mjs|wgsl|md)$/.test(each))) {
  const text = read(path);
  for (const [id, index] of cited(text))
    if (!sections.has(id)) say(path, text, index, `${ALGORITHMS} has no section ${id}`);
}
for (const { 0: id, index } of algorithms.matchAll(/\b[A-D](?:\.\d+)+/g))
  if (!sections.has(id)) say(ALGORITHMS, algorithms, index, `there is no section ${id}`);

const [, exact = ''] = /^### D\.1 ([\s\S]*?)^### /m.exec(algorithms) ?? [];
const places = [...exact.matchAll(/`([\w/.-]+)`/g)].map(([, name]) => `src/${name.replace(/^src\//, '')}`);
const LAST_DIGIT =
  /\bMath\.(?:a?(?:sin|cos|tan)h?|atan2|exp|expm1|log(?:2|10|1p)?|pow|cbrt|hypot)\(|[\w)\]] \*\* (?:\(1 \/|\d+\.\d)/;
for (const path of files.filter((each) => /^src\/.*\.ts$/.test(each))) {
  const text = read(path).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const found = LAST_DIGIT.exec(text);
  if (found && !places.some((place) => path === place || path.startsWith(`${place}/`)))
    say(
      path,
      text,
      found.index,
      `${found[0]} leaves the last digit to the engine; say in ${ALGORITHMS}, D.1, why no result depends on it`,
    );
}

report(wrong);
