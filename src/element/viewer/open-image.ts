/** Opens an image in engine and viewer. */

import type OpenSeadragon from 'openseadragon';
import { SegmenterError } from '../../core/errors.js';
import { later } from '../../core/later.js';
import { because } from '../../core/reasons.js';
import type { ImageSpec } from '../../image/image-spec.js';
import type { AskRequest } from '../../image/io/request.js';
import type { ImageInfo } from '../../worker/protocol.js';
import { describedTiles } from './descriptor.js';
import type { SeatedEngine } from './engine-seat.js';
import type { EngineShow } from './engine-show.js';
import { pictureTiles, type SourcePlan } from './sources.js';
import type { ViewerHold } from './viewer.js';

/** All that the opening of an image needs. */
export interface Opening {
  readonly plan: SourcePlan;
  /** The file of a picture; on its way where it is fetched. */
  readonly picture: Promise<Blob> | undefined;
  /** The image that is in the viewer already. */
  readonly item: OpenSeadragon.TiledImage | undefined;
  readonly hold: ViewerHold;
  readonly engine: SeatedEngine;
  readonly signal: AbortSignal;
  /** The slice to show of a volume. */
  readonly slice: number | undefined;
  /** True where an image is open, which stays in the viewer until this one can be read. */
  readonly replaces: boolean;
  /** Resolves once the engine runs. */
  readonly started: Promise<void>;
  /** The page's headers and credentials of requests. */
  readonly request: AskRequest | undefined;
  read(spec: ImageSpec): Promise<ImageInfo>;
  /** Called for the first tile that the engine cannot draw, even after the image has opened. */
  refused(error: unknown): void;
}

/** An image that is open in engine and viewer. */
export interface Opened {
  readonly info: ImageInfo;
  /** The display of an image that the engine draws, and of a volume's slices. */
  readonly drawn?: EngineShow;
  /** Releases the viewer's source of the image, such as an object URL. */
  readonly revoke?: () => void;
}

/**
 * Reads the image in the engine and shows it in the viewer. Where one is open already, the new one is shown once it can be
 * read, and nothing fails after it; where this rejects, the viewer shows what it showed before. Rejects with a coded error
 * or an `AbortError`.
 */
export const openImage = async (opening: Opening): Promise<Opened> => {
  const stop = new AbortController();
  const blob = await opening.picture;
  const url = blob && URL.createObjectURL(blob);
  const revoke = url === undefined ? undefined : (): void => URL.revokeObjectURL(url);
  try {
    const signal = AbortSignal.any([opening.signal, stop.signal]);
    return { ...(await open({ ...opening, signal }, blob, url)), revoke };
  } catch (error) {
    stop.abort();
    revoke?.();
    throw error;
  }
};

/** What reads an image that a viewer shows, which one at an address does without. */
export const viewerTiles = later(() => import('./tiles/viewer-tiles.js'));

/** `blob`, `url`: of a picture. */
const open = async (opening: Opening, blob: Blob | undefined, url: string | undefined): Promise<Opened> => {
  const { plan, item, hold, signal, started, replaces } = opening;
  const { display, name } = plan;
  const spec: ImageSpec | undefined = blob ? { kind: 'blob', blob, name } : plan.spec;
  const read = async (what: ImageSpec): Promise<ImageInfo> => {
    const [info] = await Promise.all([opening.read(what), started]);
    return info;
  };
  const readTiles = async (item: OpenSeadragon.TiledImage): Promise<ImageInfo> => {
    const { specOfTiles } = await viewerTiles.load();
    return read(await specOfTiles(item, name, hold, opening.request, signal));
  };
  if (item) return { info: await readTiles(item) };
  if (display.kind === 'viewer' && !spec) {
    let info: ImageInfo | undefined;
    const admit = async (added: OpenSeadragon.TiledImage): Promise<void> => {
      info = await readTiles(added);
    };
    await hold.show(display.tileSource, name, signal, { placing: display.placing, admit });
    if (!info) throw new SegmenterError('internal', { reason: 'an image was shown and not read' });
    return { info };
  }
  if (!spec)
    throw new SegmenterError('unsupported', { what: name, reason: because('nothing-reads')`nothing reads it` });
  // Both come together.
  if (display.kind === 'engine') engineShow.load().catch(() => {});
  const reading = read(spec);
  reading.catch(() => {});
  if (replaces || display.kind === 'engine') await reading;
  // Tiles that need the page's credentials are read by the engine, which asks the page for them.
  const own = opening.request === undefined;
  const tiles = own && display.kind === 'descriptor' ? await describedTiles(display.url, name, signal) : undefined;
  const source = display.kind === 'viewer' && own ? display.tileSource : url === undefined ? tiles : pictureTiles(url);
  if (!source) return drawn(opening, await reading);
  const placing = display.kind === 'viewer' ? display.placing : undefined;
  const showing = hold.show(source, name, signal, { placing }).catch(async (error: unknown) => {
    // The engine says why an image cannot be read, the viewer only that it is so.
    await reading;
    throw error;
  });
  const [info] = await Promise.all([reading, showing]);
  return { info };
};

/** What shows an image that the engine draws, which pictures and deep zoom do without. */
export const engineShow = later(() => import('./engine-show.js'));

/** An image that the engine draws for the viewer. */
const drawn = async (opening: Opening, info: ImageInfo): Promise<Opened> => {
  const { showDrawn } = await engineShow.load();
  return { info, drawn: await showDrawn(info, opening.plan.name, opening) };
};

/** Closes an image that was opened and is not used in the end. */
export const closeUnless = (
  image: Promise<ImageInfo>,
  engine: SeatedEngine,
  kept: (info: ImageInfo) => boolean,
): void => {
  image.then(
    (info) => {
      if (!kept(info)) engine.close(info.id);
    },
    () => {},
  );
};
