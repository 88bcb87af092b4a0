/** Defines `<snake-segmenter>`, unless the page has defined it already. */
import { SnakeSegmenter } from './element/snake-segmenter.js';

if (!customElements.get('snake-segmenter')) customElements.define('snake-segmenter', SnakeSegmenter);

export type { KeyBinding, MenuEntry } from './element/contributions.js';
export type {
  ErrorDetail,
  ProgressDetail,
  SegmenterEventDetails,
  SegmenterEventName,
  SelectReason,
} from './element/events.js';
export type { Classification } from './element/formats/features.js';
export type { BinaryFormat, ExportFormat, Imported, TextFormat } from './element/formats/index.js';
export { addLanguage, type MessageTable } from './element/messages.js';
export * from './element/snake-segmenter.js';
export type { Source } from './element/sources.js';
export type { ItemChoice } from './element/tiled-image.js';
export type { ToolId } from './element/tools/tool.js';
export { type ErrorCode, type ErrorData, type ErrorValues, SegmenterError } from './worker/errors.js';
export type { BackendName, ExecutorStats, KernelTiming } from './worker/executor.js';
export type { BackendChoice, BackendInfo, ContourFeature, ImageInfo } from './worker/protocol.js';
