/** The saved work on one image: read, and written, joined with what other tabs wrote meanwhile. */
import { pack, unpack } from '../../contours/packed-contour.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type Edit, type ImageWork, noWork, resumed } from '../contours/edits.js';
import { objectsIn } from '../contours/objects.js';
import { type Database, database } from './database.js';
import { note, notedOf } from './noted.js';
import type { Settings } from './settings.js';
import { storageFailed } from './storage-failed.js';
import { type StoredImage, VERSION } from './stored-image.js';
import { revived, Serials, serialised } from './stored-work.js';

/** The keys by which an image is found in the store. */
export interface ImageIdentity {
  readonly key: string;
  readonly source: string;
  readonly name: string;
}

/** The work on an image as the browser has it. */
export interface FoundWork {
  readonly work: ImageWork;
  readonly settings: Settings;
  /** The revision of the save from which the work came; 0 where there was none. */
  readonly revision: number;
  /** Edits that a page noted before it went away, and that are not in `work`. */
  readonly late: readonly (readonly Edit[])[];
}

/** The work to be saved. */
export interface Save {
  readonly work: ImageWork;
  readonly settings: Settings;
  /** Edits since the last save. */
  readonly unsaved: readonly (readonly Edit[])[];
  /** The revision of the save from which the work came; 0 where none was read. */
  readonly base: number;
  /** The changes that were made here and can be undone. */
  readonly made: ImageWork['undo'];
}

const serials = new Serials();

/** Reads and writes the work on one image. */
export class ImageStore {
  /** Contours read or written, by serial. */
  readonly #contours = new Map<string, ContourFeature>();
  #isRead = false;
  /** Edits that are being written, and those that were noted and are not written. */
  #writing: Save['unsaved'] = [];
  #noted: Save['unsaved'] = [];

  constructor(readonly identity: ImageIdentity) {}

  /** Reads the saved work; `undefined` where there is none, or it is the save `base`. Rejects with `storage-failed`. */
  async read(base: number): Promise<FoundWork | undefined> {
    return failing(async (db) => {
      const { key } = this.identity;
      const record = await db.get('images', key);
      const noted = this.#isRead ? undefined : notedOf(key);
      this.#isRead = true;
      const late = noted?.edits ?? [];
      this.#noted = [...late, ...this.#noted];
      if (!record) return noted && { work: noWork, settings: noted.settings, revision: 0, late };
      if (record.revision === base) return undefined;
      checkVersion(record);
      await this.#fetch(db, record);
      const { revision, settings } = record;
      return { work: this.#workOf(record), settings: noted?.settings ?? settings, revision, late };
    });
  }

  /** Notes at once what is not written yet, for a page that goes away. What another page noted is read first. */
  note(unsaved: Save['unsaved'], settings: Settings): void {
    if (!this.#isRead) return;
    const edits = [...this.#writing, ...unsaved];
    if (edits.length === 0) return;
    this.#noted = edits;
    note(this.identity.key, { edits, settings });
  }

  /** Tells whether there is saved work for an image of another size at the same address. */
  async hasOther(): Promise<boolean> {
    return failing(async (db) => {
      const keys = await db.getAllKeysFromIndex('images', 'source', this.identity.source);
      return keys.some((key) => key !== this.identity.key);
    });
  }

  /** Stores the digest of the pixels with saved work. Tells whether it was another one before. */
  async pixelsAre(pixels: string): Promise<boolean> {
    return failing(async (db) => {
      const { store, done } = db.transaction('images', 'readwrite');
      const record = await store.get(this.identity.key);
      const differs = record !== undefined && record.version <= VERSION && record.pixels !== pixels;
      if (differs) await store.put({ ...record, pixels });
      await done;
      return differs && record.pixels !== undefined;
    });
  }

  /**
   * Writes the work. Where another save was made since `base`, the unsaved edits are applied to the work of that save, and the list so joined is
   * given back; work that was not read keeps its history, and `made` follows. Rejects with `storage-failed`, and then nothing is written.
   */
  async write(save: Save): Promise<{ readonly revision: number; readonly joined?: readonly ContourFeature[] }> {
    const { unsaved, settings } = save;
    this.#writing = unsaved;
    try {
      const written = await this.#write(save);
      if (this.#noted.length > 0) {
        this.#noted = this.#noted.filter((edits) => !unsaved.includes(edits));
        note(this.identity.key, { edits: this.#noted, settings });
      }
      return written;
    } finally {
      this.#writing = [];
    }
  }

  async #write(save: Save): ReturnType<ImageStore['write']> {
    const { key } = this.identity;
    const { work, settings, unsaved, base, made } = save;
    return failing(async (db) => {
      const known = await db.get('images', key);
      if (known) checkVersion(known);
      if (known && known.revision !== base) await this.#fetch(db, known);
      const theirs = known && known.revision !== base ? this.#workOf(known) : undefined;
      const all = theirs && resumed(theirs, unsaved, { undo: made, redo: work.redo });
      const joined = base === 0 ? all : all && { ...work, contours: all.contours };
      const { work: stored, named } = serialised(joined ?? work, serials);
      const transaction = db.transaction(['images', 'contours'], 'readwrite');
      const images = transaction.objectStore('images');
      const contours = transaction.objectStore('contours');
      const earlier = await images.get(key);
      const before = earlier?.revision ?? 0;
      if (before !== (known?.revision ?? 0)) {
        // Another tab saved between the two accesses: try again.
        await transaction.done;
        return this.#write(save);
      }
      const revision = before + 1;
      try {
        const there = new Set((await contours.getAllKeys(rangeOf(key))).map(([, serial]) => serial));
        const writes: Promise<unknown>[] = [];
        for (const [serial, contour] of named) {
          if (!there.has(serial)) writes.push(contours.put(pack(contour), [key, serial]));
        }
        for (const serial of there) if (!named.has(serial)) writes.push(contours.delete([key, serial]));
        writes.push(
          images.put({
            version: VERSION,
            ...this.identity,
            revision,
            saved: Date.now(),
            objects: objectsIn((joined ?? work).contours).length,
            ...(earlier?.pixels === undefined ? {} : { pixels: earlier.pixels }),
            ...stored,
            settings,
          }),
        );
        await Promise.all([...writes, transaction.done]);
      } catch (error) {
        abort(transaction);
        await transaction.done.catch(() => {});
        throw transaction.error ?? error;
      }
      this.#contours.clear();
      for (const [serial, contour] of named) this.#contours.set(serial, contour);
      return { revision, ...(joined ? { joined: joined.contours } : {}) };
    });
  }

  /** Reads those contours of a record that are not known here. */
  async #fetch(db: Database, { key, contours, undo, redo }: StoredImage): Promise<void> {
    const wanted = new Set(contours);
    for (const { edits } of [...undo, ...redo]) {
      for (const { before, after } of edits) {
        if (before !== undefined) wanted.add(before);
        if (after !== undefined) wanted.add(after);
      }
    }
    const missing = [...wanted].filter((serial) => !this.#contours.has(serial));
    if (missing.length === 0) return;
    const store = db.transaction('contours').store;
    const found =
      missing.length < wanted.size / 2
        ? await Promise.all(missing.map(async (serial) => [serial, await store.get([key, serial])] as const))
        : await all(store, key);
    for (const [serial, packed] of found) {
      if (!packed || this.#contours.has(serial)) continue;
      const contour = unpack(packed);
      serials.note(contour, serial);
      this.#contours.set(serial, contour);
    }
  }

  #workOf(record: StoredImage): ImageWork {
    return revived(record, (serial) => this.#contours.get(serial));
  }
}

/** Aborts a transaction, so that nothing of it is written; a failed one is aborted already. */
const abort = (transaction: { abort(): void }): void => {
  try {
    transaction.abort();
  } catch {
    // It is aborted already.
  }
};

const rangeOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key, ''], [key, '\uffff']);

type ContourStore = ReturnType<typeof contourStoreOf>;
const contourStoreOf = (db: Database) => db.transaction('contours').store;

const all = async (store: ContourStore, key: string) => {
  const [keys, values] = await Promise.all([store.getAllKeys(rangeOf(key)), store.getAll(rangeOf(key))]);
  return keys.map(([, serial], k) => [serial, values[k]] as const);
};

const checkVersion = ({ version }: StoredImage): void => {
  if (version > VERSION) throw new DOMException(`version ${version}`, 'VersionError');
};

/** Runs a function on the database; any error becomes `storage-failed`. */
const failing = async <T>(act: (db: Database) => Promise<T>): Promise<T> => {
  try {
    return await act(await database());
  } catch (error) {
    throw storageFailed(error);
  }
};
