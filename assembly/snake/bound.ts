/** The buffers of a run as addresses in the memory, and what its geometry says of them. */
import {
  G_bits,
  G_capacity,
  G_codes,
  G_contours,
  G_contourWeight,
  G_entries,
  G_entryWords,
  G_lengthWeight,
  G_masked,
  G_maximumSteps,
  G_minimumLength,
  G_minimumPixels,
  G_model,
  G_moments,
  G_order,
  G_pins,
  G_planes,
  G_polarity,
  G_priorWeight,
  G_prune,
  G_rows,
  G_rowWords,
  G_strideShift,
  G_width,
} from './layout';

export let states: usize = 0;
export let rings: usize = 0;
export let waits: usize = 0;
export let samples: usize = 0;
export let prefixes: usize = 0;
export let edgeSums: usize = 0;
export let segmentSums: usize = 0;
export let totals: usize = 0;
export let scores: usize = 0;
export let choices: usize = 0;
export let orders: usize = 0;
/** For what lasts no longer than a call. */
export let scratch: usize = 0;

export let width: i32 = 0;
export let height: i32 = 0;
export let planes: i32 = 0;
export let bits: i32 = 0;
export let shift: i32 = 0;
export let entries: i32 = 0;
export let entryWords: i32 = 0;
export let rowWords: i32 = 0;
export let codes: i32 = 0;
export let masked: i32 = 0;
export let moments: i32 = 0;
export let capacity: i32 = 0;
export let model: i32 = 0;
export let order: f64 = 0;
export let minimumLength: i32 = 0;
export let prune: i32 = 0;
export let polarity: i32 = 0;
export let contourWeight: f64 = 0;
export let minimumPixels: f64 = 0;
export let maximumSteps: u32 = 0;
/** In half bits; planes of data are those before the prior. */
export let priorWeight: f64 = 0;
export let lengthWeight: f64 = 0;
export let dataPlanes: i32 = 0;
/** Pinned vertices of all contours, and the address of their words. */
export let pins: i32 = 0;
export let pinsAt: usize = 0;

/** Bytes: of all moments of a region, of a row of totals, of one contour's state. */
export let momentBytes: i32 = 0;
export let rowBytes: i32 = 0;
export let stateBytes: i32 = 0;

/** Bytes of a score. */
export const SCORE_BYTES = 16;
export const EXTRA_WORDS = 6;
/** Words of a contour's state before the moments. */
const TOTALS = 32;

/** Whose contours the next calls are about. Addresses in bytes. */
export function bind(
  geometry: usize,
  state: usize,
  ring: usize,
  waiting: usize,
  samples_: usize,
  prefixes_: usize,
  edges: usize,
  segment_sums: usize,
  totals_: usize,
  scores_: usize,
  choice: usize,
  order_: usize,
  scratch_: usize,
): void {
  states = state;
  rings = ring;
  waits = waiting;
  edgeSums = edges;
  segmentSums = segment_sums;
  totals = totals_;
  scores = scores_;
  choices = choice;
  orders = order_;
  scratch = scratch_;
  bindTables(geometry, samples_, prefixes_);
  capacity = at(geometry, G_capacity);
  model = at(geometry, G_model);
  order = <f64>at(geometry, G_order) / 256;
  minimumLength = at(geometry, G_minimumLength);
  prune = at(geometry, G_prune);
  polarity = at(geometry, G_polarity);
  contourWeight = <f64>at(geometry, G_contourWeight) / 256;
  minimumPixels = <f64>at(geometry, G_minimumPixels);
  maximumSteps = at(geometry, G_maximumSteps);
  priorWeight = <f64>(<u32>at(geometry, G_priorWeight)) / 4096;
  lengthWeight = <f64>(<u32>at(geometry, G_lengthWeight)) / 1048576;
  dataPlanes = planes - (priorWeight > 0 ? 1 : 0);
  momentBytes = 8 * moments;
  rowBytes = momentBytes + 4 * EXTRA_WORDS;
  stateBytes = 4 * ((TOTALS + 2 * moments + EXTRA_WORDS + 6 * moments + 3) & ~3);
  pins = at(geometry, G_pins);
  pinsAt = states + at(geometry, G_contours) * stateBytes;
}

/** The samples and prefixes of an image alone. */
export function bindTables(geometry: usize, samples_: usize, prefixes_: usize): void {
  samples = samples_;
  prefixes = prefixes_;
  width = at(geometry, G_width);
  height = at(geometry, G_rows);
  planes = at(geometry, G_planes);
  bits = at(geometry, G_bits);
  shift = at(geometry, G_strideShift);
  entries = at(geometry, G_entries);
  entryWords = at(geometry, G_entryWords);
  rowWords = at(geometry, G_rowWords);
  codes = at(geometry, G_codes);
  masked = at(geometry, G_masked);
  moments = at(geometry, G_moments);
}

function at(geometry: usize, word: i32): i32 {
  return load<i32>(geometry + (word << 2));
}
