/** The work on an image as one file: contours, settings, and what was learnt of the objects, with a version. */
import { badImport, isRecord } from '../../contours/formats/features.js';
import { readGeoJSON, toFeatureCollection } from '../../contours/formats/geojson.js';
import { show } from '../../core/errors.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';
import type { Settings } from './settings.js';

const TYPE = 'snake-segmenter-session';
const VERSION = 1;

/** The length of the beginning of a file that tells whether it is a session: the type comes first. */
export const SESSION_HEAD = 64;

/** Whether the beginning of a file is a session's. */
export const looksLikeSession = (head: string): boolean => head.includes(`"${TYPE}"`);

/** The image of a session. */
interface Frame extends Pick<ImageInfo, 'name' | 'width' | 'height'> {
  /** What it is known by, as `sourceKey` gives it. */
  readonly source?: string | undefined;
}

/** Tells whether two images of one size are others: by their digests, or the page's names for them; else by the paths of their addresses on one server, and by their names. */
export const isOther = (a: Frame, b: Frame): boolean => {
  const [one, other] = [a, b].map(({ source = '' }) => /^(\w+:)(.*)$/.exec(source));
  if (!one || !other || one[1] !== other[1]) return a.name !== b.name;
  if (!one[1]!.startsWith('http')) return one[2] !== other[2];
  const [from, to] = [new URL(one[0]), new URL(other[0])];
  return from.origin === to.origin ? from.pathname !== to.pathname : a.name !== b.name;
};

/** An address may hold what lets its reader in behind the path; that stays with the page. */
const shown = (source: string | undefined): string | undefined =>
  source !== undefined && /^https?:/.test(source) ? source.replace(/\?.*$/, '') : source;

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
  const frame = image && {
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

/** Throws `bad-import` where the text is no session, or one of a later version. */
export const readSession = (text: string): SavedSession => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw badImport(`the session is no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!isRecord(data) || data.type !== TYPE) throw badImport('it is no session');
  const { version, image, settings, contours, unlike, model } = data;
  if (typeof version !== 'number' || version > VERSION) {
    throw badImport(`the session is of version ${show(version)}; this page reads up to version ${VERSION}`);
  }
  const { contours: read } = readGeoJSON(contours);
  return {
    ...(isFrame(image) ? { image: image } : {}),
    settings: isRecord(settings) ? settings : {},
    contours: read,
    unlike: unlike === undefined ? [] : readGeoJSON(unlike).contours,
    ...(model === undefined ? {} : { model }),
  };
};

const isFrame = (value: unknown): value is Frame =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  typeof value.width === 'number' &&
  typeof value.height === 'number' &&
  (value.source === undefined || (typeof value.source === 'string' && isSource(value.source)));

/** An address must be one; digests and names may be any. */
const isSource = (source: string): boolean => !/^https?:/.test(source) || URL.canParse(source);
