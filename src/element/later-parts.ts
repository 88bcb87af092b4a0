/** Parts of the component that a first view does without: each is loaded when it is first needed, or ahead of that in idle time. */
import { type Later, later, loaded } from '../core/later.js';
import { ownFormats } from './extensions/own-format.js';
import { sketching } from './overlay/crowd-picture.js';
import { problemWords } from './parts/over-image.js';
import { glass } from './seeing/later-magnifier.js';
import { drawing } from './tools/later-drawing.js';
import { navigatorCode } from './viewer/later-navigator.js';
import { engineShow, viewerTiles } from './viewer/open-image.js';
import { pasting } from './workbench/editing/later-pasting.js';
import { reshapes } from './workbench/editing/reshaping.js';
import { files } from './workbench/files/later-files.js';
import { listeners } from './workbench/later-listeners.js';
import { outlineNotices } from './workbench/runs/later-outline-notices.js';
import { finderCode } from './workbench/search/finding.js';
import { searchWork } from './workbench/search/searching.js';

/** The parts beside the image. */
export const panes = later(() => import('./parts/panes.js'));

/** What a map's contours need to be written in longitude and latitude. */
export const projections = later(() => import('proj4'));

const parts: readonly Later<unknown>[] = [
  panes,
  problemWords,
  drawing,
  reshapes,
  pasting,
  finderCode,
  searchWork,
  files,
  ...listeners,
  outlineNotices,
  // What was drawn can be saved without a connection, and after the page's files were replaced by those of another version.
  ownFormats,
  glass,
  sketching,
  engineShow,
  viewerTiles,
  navigatorCode,
  later(async () => (await loaded(import('./parts-ahead.js'))).partsAhead()),
];

/** Loads all of them. What fails now is loaded, and reported, when it is needed. */
export const loadParts = (): void => {
  for (const part of parts) part.load().catch(() => {});
};

/** Does work while the page does nothing else, unless its connection is to save data. */
export const aheadOfUse = (work: () => void): void => {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  if (typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData) return;
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work, IDLE);
};

/** Milliseconds after which a browser that does not say so counts as idle. */
const IDLE = 500;
