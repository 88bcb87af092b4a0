/**
 * Checks the words of comments. Each exported declaration has a docstring, which begins with a noun or a verb and names its subject;
 * no comment tells history or the making; replaced terms stay replaced. CONTRIBUTING.md has the rules.
 */
import { readFileSync } from 'node:fs';
import { globSync } from '../glob.mjs';
import { HISTORY, lineOf, REPLACED, report, wrongWords } from './words.mjs';

/** First words that leave out the subject: what is said of something begins with what it is. */
const WITHOUT_SUBJECT =
  /^(after|also|and|are|as|asked|because|before|but|by|can|could|enough|exactly|for|from|here|if|in|is|it|its|may|must|now|of|on|only|or|should|so|strictly|then|there|this|that|those|to|was|when|where|while|who|with|without|would)\b/i;

const wrong = [];

/** Each comment of a script, with its place; strings that look like one are rare, and a false one says nothing wrong. */
const comments = (text) => [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?<=^|[\s;{},)])\/\/[^\n]*/gm)];

const EXPORTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?=export (?:abstract |async |default )*(?:class|const|function|interface|type)\b)/g;

/** An exported declaration right above which no comment ends. */
const WITHOUT_DOCSTRING =
  /(?<!\*\/\n(?:@[^\n]*\n)*)^export (?:abstract |async |declare |default )*(?:class|const|enum|function\*?|interface|type) +(\w+)/gm;

for (const path of globSync('src', (each) => each.endsWith('.ts'))) {
  const text = readFileSync(path, 'utf8');
  for (const { 0: comment, index } of comments(text))
    wrong.push(...wrongWords(path, comment, [...REPLACED, ...HISTORY], index, text));
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
  for (const { 0: comment, index } of comments(text))
    wrong.push(...wrongWords(path, comment, [...REPLACED, ...HISTORY], index, text));
}
report(wrong);
