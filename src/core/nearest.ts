/** Levenshtein's edit distance, in insertions, deletions and replacements of one character. */
const distance = (a: string, b: string): number => {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above[b.length]!;
};

/** The name that was probably meant, case and punctuation aside; `undefined` where none is near. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(name).slice(0, 64);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 2)) + 1;
  for (const candidate of known) {
    const d = distance(wanted, plain(candidate));
    if (d < least) [best, least] = [candidate, d];
  }
  return best;
};
