/** Checks of a page's tile sources before a viewer gets them: one that never becomes ready would block all later ones. */

import type OpenSeadragon from 'openseadragon';
import { abortable } from '../../../core/abort.js';
import { deferred } from '../../../core/deferred.js';
import { SegmenterError } from '../../../core/errors.js';
import { because, quoted, type Told } from '../../../core/reasons.js';
import type { Library } from '../openseadragon.js';

const unreadable = (name: string, reason: Told, cause?: unknown): SegmenterError =>
  new SegmenterError('image-unreadable', { name, reason }, { cause });

type Ready = OpenSeadragon.TileSource;

/** An instance of a tile source, from any copy of OpenSeadragon. */
const isInstance = (source: object): source is Ready =>
  'addHandler' in source && typeof source.addHandler === 'function' && 'ready' in source;

/** Leaves no handler at the source, however it ends. */
const whenReady = async (source: Ready, name: string, signal: AbortSignal): Promise<void> => {
  if (source.ready) return;
  const { promise, resolve, reject } = deferred();
  const ready = (): void => resolve();
  const failed = ({ message }: { readonly message: string }): void => reject(unreadable(name, quoted(message)));
  source.addHandler('ready', ready);
  source.addHandler('open-failed', failed);
  try {
    await abortable(promise, signal);
  } finally {
    source.removeHandler('ready', ready);
    source.removeHandler('open-failed', failed);
  }
};

/**
 * Argument of `viewer.addTiledImage` for a tile source of the page: an instance once it is ready, plain data once it
 * is known to describe tiles, which `library` is asked where it has no `getTileUrl`. Rejects with `image-unreadable` or an `AbortError`.
 */
export const settledSource = async (
  library: () => Promise<Library>,
  viewer: OpenSeadragon.Viewer,
  source: object,
  name: string,
  signal: AbortSignal,
): Promise<object> => {
  if (isInstance(source)) {
    await whenReady(source, name, signal);
    return source;
  }
  if ('getTileUrl' in source && typeof source.getTileUrl === 'function') return source;
  if ('url' in source && typeof source.url === 'string' && SCRIPT.test(source.url)) {
    throw unreadable(name, because('source-script')`its url ${source.url} is that of a script`);
  }
  if (!isConfigurable(await library(), viewer, source))
    throw unreadable(name, because('bad-source')`OpenSeadragon cannot make tiles of it`);
  return source;
};

/** Addresses that OpenSeadragon runs as scripts. */
const SCRIPT = /\.js$/;

/** Tells whether a class of tile sources recognises plain data and can be configured by it. */
const isConfigurable = ({ TileSource }: Library, viewer: OpenSeadragon.Viewer, source: object): boolean => {
  const determine: unknown = Reflect.get(TileSource, 'determineType');
  if (typeof determine !== 'function') return true;
  try {
    const kind: unknown = Reflect.apply(determine, TileSource, [viewer, source, null]);
    if (typeof kind !== 'function') return false;
    const data = source instanceof Document ? source : { ...source };
    return Boolean(Reflect.apply(kind.prototype.configure, viewer, [data]));
  } catch {
    return false;
  }
};
