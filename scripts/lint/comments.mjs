/**
 * Checks the words of comments and documents. Each exported declaration has a docstring, which begins with a noun or a verb and
 * names its subject; no comment tells history or the making; replaced terms stay replaced; files and folders that a document names are there.
 * CONTRIBUTING.md has the rules.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { globSync } from '../glob.mjs';

/** First words that leave out the subject: what is said of something begins with what it is. */
const WITHOUT_SUBJECT =
  /^(after|also|and|are|as|asked|because|before|but|by|can|could|enough|exactly|for|from|here|if|in|is|it|its|may|must|now|of|on|only|or|should|so|strictly|then|there|this|that|those|to|was|when|where|while|who|with|without|would)\b/i;

/** Words, why not, and what would do. */
const REPLACED = [
  [/\btwins?\b/i, 'CPU kernel'],
  [/\bbands of rows\b/i, 'chunks of rows'],
  [
    /\b(gaussian|gamma|exponential|categorical|noise|probability) laws?\b|\blaws? of (the|a) (region|noise)\b/i,
    'noise model, or distribution',
  ],
  [/\bnodes of (a|the) (contour|ring)\b/i, 'vertices'],
];
const HISTORY = [
  [
    /\b(formerly|previously|historically|used to be|it took|in earlier versions)\b/i,
    'say what is, and leave what was to CHANGELOG.md',
  ],
  [/\bthe (wish|prototype|seed)('s|\b(?! of\b))/i, 'name the source: a paper, a section, a measurement'],
];

const wrong = [];
const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** Each comment of a script, with its place; strings that look like one are rare, and a false one says nothing wrong. */
const comments = (text) => [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?<=^|[\s;{},)])\/\/[^\n]*/gm)];

const checkWords = (path, text, words, from = 0, whole = text) => {
  for (const [pattern, instead] of words) {
    const found = pattern.exec(text);
    if (found) wrong.push(`${path}:${lineOf(whole, from + found.index)}: “${found[0]}”; ${instead}`);
  }
};

const EXPORTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?=export (?:abstract |async |default )*(?:class|const|function|interface|type)\b)/g;

/** An exported declaration right above which no comment ends. */
const WITHOUT_DOCSTRING =
  /(?<!\*\/\n(?:@[^\n]*\n)*)^export (?:abstract |async |declare |default )*(?:class|const|enum|function\*?|interface|type) +(\w+)/gm;

for (const path of globSync('src', (each) => each.endsWith('.ts'))) {
  const text = readFileSync(path, 'utf8');
  for (const { 0: comment, index } of comments(text)) checkWords(path, comment, [...REPLACED, ...HISTORY], index, text);
  for (const { 1: name, index } of text.matchAll(WITHOUT_DOCSTRING))
    wrong.push(
      `${path}:${lineOf(text, index)}: ${name} has no docstring; say its units, range or invariant, or what it is`,
    );
  for (const { 1: docstring, index } of text.matchAll(EXPORTED)) {
    const first = docstring.replace(/^\s*\*? ?/gm, '').trim();
    if (WITHOUT_SUBJECT.test(first))
      wrong.push(
        `${path}:${lineOf(text, index)}: a docstring begins with a noun or a verb, not “${first.split('\n')[0].slice(0, 40)}…”`,
      );
  }
}
for (const path of globSync('src', (each) => each.endsWith('.wgsl'))) {
  const text = readFileSync(path, 'utf8');
  for (const { 0: comment, index } of comments(text)) checkWords(path, comment, [...REPLACED, ...HISTORY], index, text);
}
const files = ['assembly', 'bench', 'scripts', 'src', 'test'].flatMap((folder) => globSync(folder, () => true));
const isThere = (name) => files.some((path) => path === name || path.endsWith(`/${name}`));
/** Paths of modules and folders of `src`, as documents name them: without an extension. */
const modules = files
  .filter((path) => path.startsWith('src/'))
  .flatMap((path) => [path.replace(/\.\w+$/, ''), dirname(path)]);
const folders = new Set(modules.flatMap((path) => path.split('/').slice(1, -1)));
const isModule = (name) => modules.some((path) => `${path}/`.includes(`/${name}/`));
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'docs/ALGORITHMS.md',
  ...globSync('src', (each) => each.endsWith('.md')),
];
for (const path of documents) {
  const text = readFileSync(path, 'utf8');
  checkWords(path, text, [...REPLACED, ...HISTORY]);
  for (const { 1: name, index } of text.matchAll(/`([\w/-]+\.(?:ts|mjs|wgsl))`/g)) {
    if (!isThere(name)) wrong.push(`${path}:${lineOf(text, index)}: there is no file ${name}`);
  }
  for (const { 1: name, index } of text.matchAll(/`([\w-]+(?:\/[\w-]+)+)\/?`/g)) {
    if (folders.has(name.split('/')[0]) && !isModule(name))
      wrong.push(`${path}:${lineOf(text, index)}: there is no module or folder ${name} in src`);
  }
}

if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
