/** Keeps the work on the image that is open in the browser, within a second after every change, and brings it back. */
import { codedError } from '../../core/errors.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { applied, type Change, type Edit, type ImageWork, putting, resumed } from '../contours/edits.js';
import type { ImageIdentity, Save } from './image-store.js';
import { LaterStore, type Store } from './later-store.js';
import type { Settings } from './settings.js';
import { type TabMessage, Tabs } from './tabs.js';

/** Milliseconds after the last change, and at most after the first that is not saved. */
const QUIET = 250;
const MOST = 800;
/** Milliseconds after a failed save until a change has the store asked again: doubled by each failure, up to the second. */
const PAUSE = 1000;
const LONGEST = 64_000;

/** The work that the keeper saves, and the functions through which it gives work back. */
export interface KeeperClient {
  readonly work: ImageWork;
  readonly settings: Settings;
  /** Contours that came from the store: with their history and settings, where the image was just opened. */
  restore(work: ImageWork, settings: Settings | undefined): void;
  /** Called when the state has changed or saving has failed. */
  told(error?: Error): void;
  /** The address now has an image of another size than the one that was worked on. */
  imageDiffers(): void;
  /** A digest of the pixels of the open image; `undefined` where its content does not change, as of a file. */
  pixels(): Promise<string | undefined>;
  /** The image has other pixels than when its work was saved. */
  pixelsDiffer(): void;
}

/**
 * `off`: nothing is kept, since nothing is open or the image cannot be known again; `loading`, `saved`; `unsaved`: changes wait
 * to be saved; `failed`: they could not be, and later changes try again.
 */
export type StorageState = 'off' | 'loading' | 'saved' | 'unsaved' | 'failed';

/** An image whose work is kept. */
export interface KeptImage {
  readonly store: Store;
  /** The save that the work is based on; 0 before any. */
  base: number;
  /** Changes since then. */
  unsaved: (readonly Edit[])[];
  /** The history that the image had when it was opened here. */
  earlier: ReadonlySet<Change>;
  /** The settings as they were last saved or read, or when the image was opened. */
  settings: string;
  /** Its work was here before, and comes from the store without the settings. */
  again?: boolean;
}

/** An image that is open, and whose key is not known yet. */
interface Awaited {
  /** Edits since it was opened. */
  readonly unsaved: (readonly Edit[])[];
  /** The work and the settings with which it was left before its key was known. */
  left?: { readonly work: ImageWork; readonly settings: Settings };
}

/** Contours that are in the list of an image when it is opened, and were not saved. */
export interface Unsaved {
  readonly contours: readonly ContourFeature[];
  /** The same, where the image was not kept before by these pages. */
  readonly ifNew: readonly ContourFeature[];
  /** The image was open before, and its history was made here without being kept. */
  readonly isLate?: boolean;
}

/** Saves the work on the open image after each change. */
export class Keeper {
  readonly #tabs = new Tabs((message) => this.#heard(message));
  #page: KeptImage | undefined;
  /** The open image until its key is known. */
  #awaited: Awaited | undefined;
  #opening: Promise<void> | undefined;
  #state: StorageState = 'off';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;
  /** The time before which no change has the store asked, and the pause that a failure makes. */
  #rested = 0;
  #pause = PAUSE;
  /** The message of the failure that was told, until something is saved. */
  #told: string | undefined;
  /** The image with a queued save, which will include everything unsaved at that time. */
  #waiting: KeptImage | undefined;
  /** Edits that are being saved, or wait for the key of an image that was left. */
  readonly #pending = new Set<readonly unknown[]>();
  /** The queue of accesses to the store. Never rejects. */
  #turn: Promise<void> = Promise.resolve();

  /** `pages`: what is known of images from before, which a keeper after this one may take over. */
  constructor(
    private readonly kept: KeeperClient,
    private readonly pages: Map<string, KeptImage> = new Map(),
  ) {
    document.addEventListener('visibilitychange', this.#hide);
    addEventListener('pagehide', this.#hide);
    addEventListener('beforeunload', this.#leave);
  }

  get state(): StorageState {
    return this.#state;
  }

  /** Whether work on the open image is stored; there is none for an image without changes. */
  get isStored(): boolean {
    return this.#page !== undefined && this.#page.base > 0;
  }

  /**
   * Another image is open, or none that can be known again: its identity may follow, and what changes until then is saved with it.
   * `leave` was called before the work became another.
   */
  open(
    following: ImageIdentity | undefined | Promise<ImageIdentity | undefined>,
    unsaved: Unsaved = { contours: [], ifNew: [] },
  ): Promise<void> {
    this.#opening = this.#open(following, unsaved);
    return this.#opening;
  }

  async #open(
    following: ImageIdentity | undefined | Promise<ImageIdentity | undefined>,
    { contours, ifNew, isLate = false }: Unsaved,
  ): Promise<void> {
    const earlier = new Set(isLate ? [] : this.kept.work.undo);
    const awaited: Awaited = { unsaved: [] };
    this.#awaited = awaited;
    this.#turns('loading');
    const identity = await following;
    const { left } = awaited;
    this.#pending.delete(awaited.unsaved);
    if (!left) this.#awaited = undefined;
    if (!identity) return left ? undefined : this.#turns('off');
    const known = this.pages.get(identity.key);
    const page = known ?? { store: new LaterStore(identity), base: 0, unsaved: [], earlier, settings: '' };
    page.earlier = earlier;
    this.pages.set(identity.key, page);
    const fresh = putting([], known ? contours : ifNew);
    page.unsaved.push(...(fresh.length > 0 ? [fresh] : []), ...awaited.unsaved);
    if (left) {
      if (page.unsaved.length > 0) this.#saveLater(page, left.work, left.settings);
      return;
    }
    page.settings = JSON.stringify(this.kept.settings);
    this.#page = page;
    this.#tabs.tell({ kind: 'opened', key: identity.key });
    await this.#next(() => this.#load(page, true));
  }

  /**
   * The image is another from now on: saves its work as it is now.
   * @returns where all of it is stored, a function to be called when it is forgotten here: it is read again when the image is opened
   */
  async leave(work = this.kept.work): Promise<(() => void) | undefined> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { settings } = this.kept;
    if (this.#awaited) {
      this.#awaited.left = { work, settings };
      this.#pending.add(this.#awaited.unsaved);
    }
    this.#awaited = undefined;
    const page = this.#page;
    // Of an image whose work is not read yet only its edits are saved, with what is stored.
    if (page && (this.#state !== 'loading' || page.unsaved.length > 0)) this.#saveLater(page, work, settings);
    this.#page = undefined;
    await this.#turn;
    if (!page?.base || page.unsaved.length > 0) return undefined;
    return () => Object.assign(page, { base: 0, again: true });
  }

  /** Takes edits of the list. */
  changed(edits: readonly Edit[]): void {
    this.#awaited?.unsaved.push(edits);
    if (!this.#page) return;
    this.#page.unsaved.push(edits);
    this.#schedule();
  }

  /** A property of the element changed, perhaps a setting. */
  settingsChanged(): void {
    if (this.#page && this.#page.settings !== JSON.stringify(this.kept.settings)) this.#schedule();
  }

  /**
   * Saves unsaved work. Never rejects: failures are reported by `told`. One save waits at most, however many changes come while another
   * is written.
   */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const page = this.#page;
    if (page && this.#state !== 'loading' && this.#waiting !== page) {
      this.#waiting = page;
      void this.#next(async () => {
        if (this.#waiting === page) this.#waiting = undefined;
        if (page === this.#page && this.#state !== 'loading') await this.#taken(page, this.kept.work)?.();
      });
    }
    return this.#turn;
  }

  /** Copies the present work before another image is opened, and queues its save. */
  #saveLater(page: KeptImage, work: ImageWork, settings: Settings): void {
    const save = this.#taken(page, work, settings);
    if (save) void this.#next(save);
  }

  /** Takes what is unsaved, and gives the access that saves it; nothing where all is saved. */
  #taken(page: KeptImage, work: ImageWork, settings = this.kept.settings): (() => Promise<void>) | undefined {
    const { unsaved, base } = page;
    const made = madeOn(page, work);
    if (unsaved.length === 0 && page.settings === JSON.stringify(settings)) return undefined;
    page.unsaved = [];
    this.#pending.add(unsaved);
    return () => this.#save(page, { work, settings, unsaved, base, made });
  }

  async close(): Promise<void> {
    document.removeEventListener('visibilitychange', this.#hide);
    removeEventListener('pagehide', this.#hide);
    void this.leave();
    // The key of the image may still follow, and a save with it.
    await this.#opening;
    await this.#turn;
    removeEventListener('beforeunload', this.#leave);
    this.#tabs.close();
  }

  #schedule(): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#due = now + MOST;
    clearTimeout(this.#timer);
    const quiet = Math.min(QUIET, Math.max(0, this.#due - now));
    this.#timer = setTimeout(() => void this.flush(), Math.max(quiet, this.#rested - now));
    this.#turns('unsaved');
  }

  async #load(page: KeptImage, first: boolean): Promise<void> {
    const { store, unsaved } = page;
    if (page !== this.#page) return;
    const found = await store.read(page.base);
    if (page !== this.#page) return;
    if (found) {
      unsaved.unshift(...found.late);
      const { work } = this.kept;
      const own = { undo: page.base === 0 ? madeOn(page, work) : [], redo: work.redo };
      page.base = found.revision;
      this.kept.restore(
        resumed(found.work, unsaved, own),
        first ? (page.again ? this.kept.settings : found.settings) : undefined,
      );
    }
    if (first) page.settings = JSON.stringify(this.kept.settings);
    if (first && !found && page.base === 0 && (await store.hasOther())) this.kept.imageDiffers();
    if (this.#state === 'loading') this.#turns('saved');
    if (unsaved.length > 0) this.#schedule();
    if (first && page.base > 0) void this.#compare(page);
  }

  /** Compares the pixels with those that the work was saved for, and stores which they are. */
  async #compare(page: KeptImage): Promise<void> {
    const pixels = await this.kept.pixels().catch(() => undefined);
    if (pixels === undefined || page !== this.#page) return;
    await this.#next(async () => {
      if ((await page.store.pixelsAre(pixels)) && page === this.#page) this.kept.pixelsDiffer();
    });
  }

  async #save(page: KeptImage, save: Save): Promise<void> {
    const { store } = page;
    const { settings, unsaved, base } = save;
    try {
      const { joined, revision } = await store.write(save);
      this.#tabs.tell({ kind: 'saved', key: store.identity.key });
      this.#rested = 0;
      this.#pause = PAUSE;
      page.settings = JSON.stringify(settings);
      // What others saved is not in the work of an image that was left: it is read when the image is opened again.
      if (!joined || page === this.#page) page.base = revision;
      if (page !== this.#page) return;
      if (base === 0) void this.#compare(page);
      if (joined) this.kept.restore({ ...this.kept.work, contours: page.unsaved.reduce(applied, joined) }, undefined);
      if (page.unsaved.length === 0) this.#turns('saved');
    } catch (error) {
      page.unsaved = [...unsaved, ...page.unsaved];
      throw error;
    } finally {
      this.#pending.delete(unsaved);
    }
  }

  #heard({ kind, key }: TabMessage): void {
    const page = this.#page;
    if (!page || key !== page.store.identity.key) return;
    if (kind === 'opened') void this.flush();
    // Unsaved work here is joined with theirs when it is saved.
    else if (page.unsaved.length === 0) void this.#next(() => this.#load(page, false));
  }

  #next(access: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(access).catch((error: unknown) => this.#failed(codedError(error)));
    return this.#turn;
  }

  #failed(error: Error): void {
    this.#rested = performance.now() + this.#pause;
    this.#pause = Math.min(2 * this.#pause, LONGEST);
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    this.kept.told(this.#told === error.message ? undefined : error);
    this.#told = error.message;
  }

  #turns(state: StorageState): void {
    if (this.#state === state) return;
    // A failure stands until something was saved, or another image is open.
    if (state === 'unsaved' && (this.#state === 'failed' || this.#state === 'loading')) return;
    this.#state = state;
    if (state === 'saved') this.#told = undefined;
    this.kept.told();
  }

  /** The page may go away before a save ends: what is unsaved is noted at once. */
  readonly #hide = (): void => {
    this.#page?.store.note(this.#page.unsaved, this.kept.settings);
    void this.flush();
  };

  /** Has the browser ask before the page is closed while work is not saved, also of an image that was left. */
  readonly #leave = (event: BeforeUnloadEvent): void => {
    const { unsaved } = this.#page ?? this.#awaited ?? { unsaved: [] };
    const isPending = [unsaved, ...this.#pending].some(({ length }) => length > 0);
    if (!isPending && (!this.#page || this.#state !== 'failed')) return;
    this.#hide();
    event.preventDefault();
  };
}

/** What was changed on an image since it was opened here, and can be undone. */
const madeOn = ({ earlier }: KeptImage, { undo }: ImageWork): ImageWork['undo'] =>
  undo.filter((change) => !earlier.has(change));
