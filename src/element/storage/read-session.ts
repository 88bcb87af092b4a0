/** Reads the work on an image from a session's file. */

import { badImport, type LeftOut } from '../../contours/formats/features.js';
import { readGeoJSON } from '../../contours/formats/geojson.js';
import { show } from '../../core/errors.js';
import { jsonFault } from '../../core/json-fault.js';
import { because } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { type Frame, type SavedSession, TYPE, VERSION } from './session.js';

/** The length of the beginning of a file that tells whether it is a session: the type comes first. */
export const SESSION_HEAD = 64;

/** Whether the beginning of a file is a session's. */
export const looksLikeSession = (head: string): boolean => head.includes(`"${TYPE}"`);

/** Tells whether two images of one size are others: by their digests, or the page's names for them; else by the paths of their addresses on one server, and by their names. */
export const isOther = (a: Frame, b: Frame): boolean => {
  const [one, other] = [a, b].map(({ source = '' }) => /^(\w+:)(.*)$/.exec(source));
  if (!one || !other || one[1] !== other[1]) return a.name !== b.name;
  if (!one[1]!.startsWith('http')) return one[2] !== other[2];
  const [from, to] = [new URL(one[0]), new URL(other[0])];
  return from.origin === to.origin ? from.pathname !== to.pathname : a.name !== b.name;
};

/** The session, and which contours are left out of it. Throws `bad-import` where the text is no session, or one of a later version. */
export const readSession = (text: string): SavedSession & LeftOut => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw badImport(because('session-no-json')`the session is no JSON (${jsonFault(text)})`);
  }
  if (!isRecord(data) || data.type !== TYPE) throw badImport(because('no-session')`it is no session`);
  const { version, image, settings, contours, unlike, model } = data;
  if (typeof version !== 'number' || version > VERSION) {
    throw badImport(
      because('session-version')`the session is of version ${show(version)}; this page reads up to version ${VERSION}`,
    );
  }
  const read = readGeoJSON(contours);
  const not = unlike === undefined ? undefined : readGeoJSON(unlike);
  const reason = read.reason ?? not?.reason;
  return {
    ...(isFrame(image) ? { image: image } : {}),
    settings: isRecord(settings) ? settings : {},
    contours: read.contours,
    unlike: not?.contours ?? [],
    skipped: [...read.skipped, ...(not?.skipped ?? [])],
    ...(reason && { reason }),
    ...(model === undefined ? {} : { model }),
  };
};

const isFrame = (value: unknown): value is Frame =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  typeof value.width === 'number' &&
  typeof value.height === 'number' &&
  (value.depth === undefined || typeof value.depth === 'number') &&
  (value.source === undefined || (typeof value.source === 'string' && isSource(value.source)));

/** An address must be one; digests and names may be any. */
const isSource = (source: string): boolean => !/^https?:/.test(source) || URL.canParse(source);
