/** Defines `<snake-segmenter>`, unless the page has defined it already. */
import { SnakeSegmenter } from './element/snake-segmenter.js';

if (!customElements.get('snake-segmenter')) customElements.define('snake-segmenter', SnakeSegmenter);

export type * from './algorithm/parameter-values.js';
export type { BackendChoice, BackendInfo } from './compute/backend.js';
export type { BackendName, ExecutorStats, KernelTiming } from './compute/executor.js';
export type { Classification } from './contours/formats/features.js';
export type { BinaryFormat, ExportFormat, Imported, TextFormat } from './contours/formats/index.js';
export { type ErrorCode, type ErrorData, type ErrorValues, SegmenterError } from './core/errors.js';
export type { KeyBinding, MenuEntry } from './element/commands/declaration.js';
export { addLanguage } from './element/i18n/messages.js';
export type { MessageTable } from './element/i18n/tables.js';
export type { ContourStyle, ContourStyles, StyleRule } from './element/seeing/contour-style.js';
export * from './element/snake-segmenter.js';
export type { NameImage } from './element/storage/image-key.js';
export type { ToolId } from './element/tools/tool-id.js';
export type { Source } from './element/viewer/sources.js';
export type { ItemChoice } from './element/viewer/tiled-image.js';
export type {
  ErrorDetail,
  ProgressDetail,
  SegmenterEventDetails,
  SegmenterEventName,
  SelectReason,
} from './element/workbench/events.js';
export type { ExportOptions } from './element/workbench/files/export-options.js';
export type { EngineStats } from './worker/engine-types.js';
export type { ContourFeature, ImageInfo } from './worker/protocol.js';
