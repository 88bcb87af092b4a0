/** Words that comments and documents do without, and what stands in their place. */

/** Words, and what would do. */
export const REPLACED = [
  [/\btwins?\b/i, 'CPU kernel'],
  [/\bbands of rows\b/i, 'chunks of rows'],
  [
    /\b(gaussian|gamma|exponential|categorical|noise|probability) laws?\b|\blaws? of (the|a) (region|noise)\b/i,
    'noise model, or distribution',
  ],
  [/\bnodes of (a|the) (contour|ring)\b/i, 'vertices'],
];
/** Words that tell how something came to be, and what would do. */
export const HISTORY = [
  [
    /\b(formerly|previously|historically|used to be|it took|in earlier versions)\b/i,
    'say what is, and leave what was to CHANGELOG.md',
  ],
  [/\bthe (wish|prototype|seed)('s|\b(?! of\b))/i, 'name the source: a paper, a section, a measurement'],
];

/** The line of a text at an index, from 1 on. */
export const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** What is wrong with the words of a text: a sentence for each of `words` in it. @param from index of the text in the file `whole` */
export const wrongWords = (path, text, words, from = 0, whole = text) =>
  words.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found ? [`${path}:${lineOf(whole, from + found.index)}: “${found[0]}”; ${instead}`] : [];
  });

/** Prints what is wrong, and ends the process with 1 if anything is. */
export const report = (wrong) => {
  if (wrong.length === 0) return;
  console.error(wrong.join('\n'));
  process.exit(1);
};
