/** The browser's database of saved work: one for all components of an origin. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PackedContour } from '../../contours/packed-contour.js';
import type { ChangeReason } from '../contours/edits.js';
import type { Settings } from './settings.js';
import { storageFailed } from './storage-failed.js';

/** The version of the database and of each record in it. */
export const VERSION = 1;

/** A change of the list; contours by their serials. */
export interface StoredChange {
  readonly reason: ChangeReason;
  readonly edits: readonly { readonly index: number; readonly before?: string; readonly after?: string }[];
}

/** The saved work on one image. */
export interface StoredImage {
  readonly version: number;
  /** See `imageKey`. */
  readonly key: string;
  /** The key without the image's size. */
  readonly source: string;
  readonly name: string;
  /** Counts the saves. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly saved: number;
  /** The number of objects; missing in records of earlier versions of the package. */
  readonly objects?: number;
  /** A digest of the pixels of an image that is known by its address; missing where it could not be made. */
  readonly pixels?: string;
  /** Serials of the contours, in drawing order. */
  readonly contours: readonly string[];
  readonly undo: readonly StoredChange[];
  readonly redo: readonly StoredChange[];
  readonly settings: Settings;
}

/** Stores, keys and indexes of the database. */
export interface Schema extends DBSchema {
  images: { key: string; value: StoredImage; indexes: { source: string } };
  /** By the image's key and the contour's serial. A contour that changes gets another serial. */
  contours: { key: [image: string, serial: string]; value: PackedContour };
}

/** The open database. */
export type Database = IDBPDatabase<Schema>;

const NAME = 'snake-segmenter';

let opened: Promise<Database> | undefined;

/** The database, opened once a page. Rejects with `storage-failed`. */
export const database = (): Promise<Database> => {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw storageFailed(error);
  });
  return opened;
};

const open = async (): Promise<Database> => {
  if (globalThis.indexedDB === undefined) throw new Error('this browser has no IndexedDB');
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
