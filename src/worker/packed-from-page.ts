/** Replaces `image/codecs/packed.ts` in the single-file worker: the page holds the text and sends it on request. */

import type { Endpoint } from 'comlink';
import { SegmenterError } from '../core/errors.js';
import { because } from '../core/reasons.js';
import type { Packed } from '../image/codecs/packed-name.js';

declare const self: Endpoint;

/** The page's answer. */
interface Answer {
  readonly packed: Packed;
  /** Missing where the page could not load it. */
  readonly text?: string;
}

const isAnswer = (data: unknown): data is Answer => typeof data === 'object' && data !== null && 'packed' in data;

/** The text of a decoder's WebAssembly. Rejects with `not-loaded`. */
export const packed = (name: Packed): Promise<string> =>
  new Promise((resolve, reject) => {
    const hear = (event: Event): void => {
      if (!(event instanceof MessageEvent) || !isAnswer(event.data) || event.data.packed !== name) return;
      self.removeEventListener('message', hear);
      if (event.data.text === undefined)
        reject(
          new SegmenterError('not-loaded', { reason: because('page-not-loaded')`the page could not load ${name}` }),
        );
      else resolve(event.data.text);
    };
    self.addEventListener('message', hear);
    self.postMessage({ packed: name });
  });
