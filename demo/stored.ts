/** Words that the page keeps in the browser. Storage may be denied: then nothing is kept, and nothing else is lost. */

export const stored = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

/** `undefined` removes the word. */
export const store = (key: string, word: string | undefined): void => {
  try {
    if (word === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, word);
  } catch {
    // Nothing is kept.
  }
};
