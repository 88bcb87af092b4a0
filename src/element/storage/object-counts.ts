/** Numbers of objects that are stored for images, by their sources. */
import { sourceKey } from './image-key.js';
import { stores } from './stores.js';

/** The number of objects stored for an image; of several sizes at one address that saved last. Undefined where nothing is stored, or storage is denied. */
export const storedObjects = async (source: unknown): Promise<number | undefined> => {
  try {
    const key = await sourceKey(source);
    if (key === undefined) return undefined;
    const { database } = await stores.load();
    const records = await (await database()).getAllFromIndex('images', 'source', key);
    const newest = records.toSorted((a, b) => b.saved - a.saved)[0];
    return newest && (newest.objects ?? newest.contours.length);
  } catch {
    return undefined;
  }
};
