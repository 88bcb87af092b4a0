/** The browser's database of saved work: one for all components of an origin. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PackedContour } from '../../contours/packed-contour.js';
import { storageFailed } from './storage-failed.js';
import { type StoredImage, VERSION } from './stored-image.js';

/** Stores, keys and indexes of the database. */
export interface Schema extends DBSchema {
  images: { key: string; value: StoredImage; indexes: { source: string } };
  /** By the image's key and the contour's serial. A contour that changes gets another serial. */
  contours: { key: [image: string, serial: string]; value: PackedContour };
}

/** The open database. */
export type Database = IDBPDatabase<Schema>;

const NAME = 'snake-segmenter';

/** Milliseconds that the browser may take to open the database. */
const PATIENCE = 10_000;

let opened: Promise<Database> | undefined;

/** The database, opened once a page. Rejects with `storage-failed`, also where the browser is silent; a later answer is for later calls. */
export const database = async (): Promise<Database> => {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw storageFailed(error);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(storageFailed(new DOMException('', 'TimeoutError'))), PATIENCE);
  });
  return Promise.race([opened, silence]).finally(() => clearTimeout(timer));
};

const open = async (): Promise<Database> => {
  if (globalThis.indexedDB === undefined) throw new DOMException('', 'NotSupportedError');
  const forget = (): void => {
    opened = undefined;
  };
  const db = await openDB<Schema>(NAME, VERSION, {
    upgrade(fresh) {
      fresh.createObjectStore('images', { keyPath: 'key' }).createIndex('source', 'source');
      fresh.createObjectStore('contours');
    },
    // A newer page in another tab wants to change the database: it must not wait for this one.
    blocking() {
      forget();
      db.close();
    },
    terminated: forget,
  });
  return db;
};
