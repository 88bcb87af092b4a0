/** Defines `<snake-segmenter>`, unless the page has defined it already. */
import { SnakeSegmenter } from './element/snake-segmenter.js';

if (!customElements.get('snake-segmenter')) customElements.define('snake-segmenter', SnakeSegmenter);

export { addLanguage } from './element/messages.js';
export * from './element/snake-segmenter.js';
export { type ErrorCode, type ErrorData, SegmenterError } from './worker/errors.js';
