/** The work on an image as one file: contours, settings, and what was learnt of the objects, with a version. */

import { toFeatureCollection } from '../../contours/formats/geojson.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';
import { withoutUser } from './image-key.js';
import type { Settings } from './settings.js';

/** The type that a session's file says. */
export const TYPE = 'snake-segmenter-session';
/** The version that is written, and the latest that is read. */
export const VERSION = 1;

/** The image of a session. */
export interface Frame extends Pick<ImageInfo, 'name' | 'width' | 'height'> {
  /** Slices of a volume; missing for other images. */
  readonly depth?: number | undefined;
  /** What it is known by, as `sourceKey` gives it. */
  readonly source?: string | undefined;
}

/** An address may hold what lets its reader in before the server's name and behind the path; that stays with the page. */
const shown = (source: string | undefined): string | undefined =>
  source !== undefined && /^https?:/.test(source) ? withoutUser(source).replace(/\?.*$/, '') : source;

/** The content of a session. */
export interface SavedSession {
  readonly image?: Frame;
  readonly settings: Partial<Settings>;
  readonly contours: readonly ContourFeature[];
  /** Contours of what is not to be found. */
  readonly unlike: readonly ContourFeature[];
  /** Model of the objects; the engine checks it. */
  readonly model?: unknown;
}

/** Writes a session as JSON. @param source what the image is known by */
export const writeSession = (
  image: ImageInfo | undefined,
  settings: Settings,
  { contours, unlike, model }: Pick<SavedSession, 'contours' | 'unlike' | 'model'>,
  source?: string,
): Blob => {
  const frame: Frame | undefined = image && {
    name: image.name,
    width: image.width,
    height: image.height,
    depth: image.stack?.depth,
    source: shown(source),
  };
  const session = {
    type: TYPE,
    version: VERSION,
    saved: new Date().toISOString(),
    image: frame,
    settings,
    contours: toFeatureCollection(contours),
    ...(unlike.length > 0 ? { unlike: toFeatureCollection(unlike) } : {}),
    ...(model === undefined ? {} : { model }),
  };
  return new Blob([JSON.stringify(session)], { type: 'application/json' });
};
