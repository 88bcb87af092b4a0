/** The images that a client has open; they are reopened in a new worker. */
import { proxy, transfer } from 'comlink';
import { isAbort, SegmenterError } from '../../core/errors.js';
import type { ImageSpec } from '../../image/image-spec.js';
import type { ImageInfo } from '../../worker/protocol.js';
import { type KeptImage, keep, type Parcel } from './kept-image.js';
import type { WorkerLink } from './worker-link.js';

interface OpenImage {
  readonly info: ImageInfo;
  readonly kept: KeptImage;
  /** The worker that has it, or is opening it. */
  link: WorkerLink;
  opened: Promise<unknown>;
}

/** The open images by number, each with its opening in the current worker. */
export class OpenImages {
  readonly #images = new Map<number, OpenImage>();
  #last = 0;

  /** The newest last. */
  get infos(): readonly ImageInfo[] {
    return [...this.#images.values()].map(({ info }) => info);
  }

  /** Opens an image, under a number that stays the same in every worker. */
  async open(spec: ImageSpec, reach: () => Promise<WorkerLink>, signal?: AbortSignal): Promise<ImageInfo> {
    const id = ++this.#last;
    const kept = await keep(spec);
    let link = await reach();
    const { occupied } = link;
    let info: ImageInfo;
    try {
      info = await send(link, id, kept.first, signal);
    } catch (error) {
      // What the worker was at before may have ended it: this image is innocent until it fails alone.
      if (!occupied || !link.failed || isAbort(error)) throw error;
      link = await reach();
      info = await send(link, id, await kept.again(), signal);
    }
    this.#images.set(id, { info, kept, link, opened: Promise.resolve() });
    return info;
  }

  close(id: number): void {
    const image = this.#images.get(id);
    if (!this.#images.delete(id) || !image) return;
    const { link, opened } = image;
    opened.then(
      () => link.tell('close', (session) => session.close(id)),
      () => {},
    );
  }

  clear(): void {
    this.#images.clear();
  }

  /** Resolves, with its number, when the worker of `link` has the image; the newest where no number is given. */
  async in(link: WorkerLink, id = [...this.#images.keys()].at(-1)): Promise<number> {
    const image = id === undefined ? undefined : this.#images.get(id);
    if (id === undefined || !image) throw new SegmenterError('no-image');
    if (image.link !== link) reopen(image, link);
    try {
      await image.opened;
    } catch (error) {
      if (image.link === link) reopen(image, link);
      throw error;
    }
    return id;
  }

  /** Opens all images in a fresh worker, except those that it has already. */
  reopen(link: WorkerLink): void {
    for (const image of this.#images.values()) if (image.link !== link) reopen(image, link);
  }
}

const reopen = (image: OpenImage, link: WorkerLink): void => {
  image.link = link;
  image.opened = image.kept.again().then((parcel) => send(link, image.info.id, parcel));
  image.opened.catch(() => {});
};

const send = (link: WorkerLink, id: number, parcel: Parcel, signal?: AbortSignal): Promise<ImageInfo> => {
  const token = `open ${id}`;
  const onAbort = (): void => {
    link.tell('abort', (session) => session.abort(token));
    link.tell('close', (session) => session.close(id));
  };
  const spec = transfer({ ...parcel.spec }, [...parcel.transfer]);
  const host = parcel.host && proxy(parcel.host);
  return link.call('open', (session) => session.open(id, spec, token, host), { signal, onAbort });
};
