/** Names of the classes in a mask of classes, stored in the file itself: JSON in ASCII, by label. */

/** Bytes at each end of a file in which the names are searched. */
const LOOKED_AT = 1 << 16;

/** `{"classes":{"1":"Tumor"}}`, with an empty name for no class; other characters than ASCII are escaped. */
export const describeClasses = (names: readonly string[]): string => {
  const classes = Object.fromEntries(names.map((name, k) => [k + 1, name]));
  return JSON.stringify({ classes }).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** Names by label; empty where the file has none in this form. */
export const classNamesIn = async (file: Blob): Promise<ReadonlyMap<number, string>> => {
  const ends = [file.slice(0, LOOKED_AT), file.slice(Math.max(LOOKED_AT, file.size - LOOKED_AT))];
  for (const end of ends) {
    const text = new TextDecoder('latin1').decode(await end.arrayBuffer());
    const [, found] = /\{"classes":(\{(?:[^{}"\\]|"(?:[^"\\]|\\.)*")*\})\}/.exec(text) ?? [];
    if (found === undefined) continue;
    try {
      const read: unknown = JSON.parse(found);
      if (typeof read !== 'object' || read === null) continue;
      return new Map(
        Object.entries(read).flatMap(([label, name]): [number, string][] =>
          /^[1-9]\d{0,4}$/.test(label) && typeof name === 'string' ? [[Number(label), name]] : [],
        ),
      );
    } catch {
      // No names, then.
    }
  }
  return new Map();
};
