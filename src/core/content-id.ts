/** Ids derived from content: the same text always has the same id, so reading it twice gives one object. */

/** FNV-1a, 32 bits (Fowler, Noll and Vo), with a given offset basis. */
const hash = (text: string, basis: number): number => {
  let h = basis;
  for (let k = 0; k < text.length; k++) h = Math.imul(h ^ text.charCodeAt(k), 0x01000193);
  return h >>> 0;
};

/** A UUID (RFC 9562, version 8) of a text. */
export const contentId = (text: string): string => {
  const hex = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
    .map((basis) => hash(text, basis).toString(16).padStart(8, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
};
