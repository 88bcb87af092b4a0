/** Texts in words for a finger, where it does something another way than a mouse, or there are no keys. */
import type { Translate } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';

/** The keys of texts for a mouse and keys, with those of the same texts for a finger. */
export const byFinger: Partial<Record<MessageKey, MessageKey>> = {
  hintPan: 'touchPan',
  hintBox: 'touchBox',
  hintPolygon: 'touchPolygon',
  hintPoint: 'touchPoint',
  hintDraw: 'touchDraw',
  hintBrush: 'touchBrush',
  hintEraser: 'touchEraser',
  hintNodes: 'touchNodes',
  hintNodesFirst: 'touchNodesFirst',
  hintMove: 'touchMove',
  beyondImage: 'touchBeyond',
  nothingAtPoint: 'touchNothing',
  polygonCloses: 'touchCloses',
};

/** The texts, in words for a finger where the last press was one's (`touched`). */
export const inWordsFor =
  (touched: boolean, t: Translate): Translate =>
  (key, values) =>
    t((touched && byFinger[key]) || key, values);
