/** The names that attributes take: those of the component's own parts, which editors offer, and any other, which a page may have registered. */
import type { OrOther } from '../algorithm/known-names.js';
import type { ExportFormat } from '../contours/formats/format-infos.js';

export type { AlgorithmName, ChannelChoice, ModelName } from '../algorithm/known-names.js';

/** A format that contours are written in, or one that was registered. */
export type FormatName = OrOther<ExportFormat>;
