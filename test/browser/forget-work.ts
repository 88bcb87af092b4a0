import { deleteDB } from 'idb';

/** Removes what the pages of earlier tests stored: saved work, and edits that were noted when a page went away. */
export const forgetWork = async (): Promise<void> => {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('snake-segmenter unsaved')) localStorage.removeItem(key);
  await deleteDB('snake-segmenter');
};
