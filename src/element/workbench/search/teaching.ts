/**
 * Learning from what a person accepts or deletes: found objects without a decision are rated again at once by all decisions so far. Their
 * outlines do not change.
 */
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { onSlice } from '../../../contours/on-slice.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Edit } from '../../contours/edits.js';
import { examplesOf, isOpen } from '../../contours/found.js';
import type { BenchParts } from '../bench-parts.js';
import type { Finding } from './finding.js';
import type { Searching } from './searching.js';

/** Milliseconds without another judgement after which the engine learns: several in a row start it once. */
const PAUSE = 300;

/** What of a workbench learns. */
export interface TeachingBench extends BenchParts {
  readonly finding: Finding;
  readonly searching: Searching;
}

/** Rates found objects again after the user has accepted or deleted some. */
export class Teaching {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #learning: AbortController | undefined;
  /** Deleted ones, which an undo brings back. */
  readonly #deleted = new Set<string>();

  constructor(private readonly bench: TeachingBench) {
    // A run comes first; where it was a search, it has learnt all that was said.
    bench.runs.addEventListener('change', () => this.#busy && this.#stop());
    bench.stage.addEventListener('image', () => {
      this.#stop();
      this.#deleted.clear();
    });
  }

  hear(edits: readonly Edit[]): void {
    if (this.#hears(edits)) this.#wait();
  }

  get #busy(): boolean {
    return this.bench.runs.busy || this.bench.searching.state !== undefined;
  }

  /** Whether edits contain a judgement about a found object: accepted, deleted, or either undone. */
  #hears(edits: readonly Edit[]): boolean {
    // What a search replaces is not judged.
    const replaces = edits.some(({ before, after }) => after && !before && !this.#deleted.has(after.id));
    let heard = false;
    for (const { before, after } of edits) {
      const [was, is] = [before && isOpen(before), after && isOpen(after)];
      if (before && after) heard ||= was !== is;
      else if (before && was && !replaces) {
        this.#deleted.add(before.id);
        heard = true;
      } else if (after && this.#deleted.delete(after.id)) heard = true;
    }
    return heard;
  }

  #wait(): void {
    this.#stop();
    this.#timer = setTimeout(() => void this.#teach(), PAUSE);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#learning?.abort();
  }

  /** Never rejects. What cannot be learnt, the next search says. */
  async #teach(): Promise<void> {
    const { collection, stage, finding, learnt } = this.bench;
    const learning = new AbortController();
    this.#learning = learning;
    const finder = await finding.finder().catch(() => undefined);
    const { engine, image, signal } = stage;
    const request = finder?.lesson;
    if (learning.signal.aborted || !engine || !image || !request || this.#busy) return;
    const judged = onSlice(finding.open, stage.slice).filter(
      ({ geometry, properties }) => properties.probability !== undefined && polygonsOf(geometry).length === 1,
    );
    if (judged.length === 0) return;
    try {
      const ended = AbortSignal.any([learning.signal, signal]);
      const { model, probabilities } = await engine.rate(image.id, examplesOf(judged), request, { signal: ended });
      if (ended.aborted) return;
      learnt.model = model;
      const others = judged.map((contour, i) => [contour, ratedAs(contour, probabilities[i])] as const);
      collection.amend(new Map(others.filter(([before, after]) => before !== after)));
    } catch {}
  }
}

const ratedAs = (contour: ContourFeature, probability: number | undefined): ContourFeature => {
  const { properties } = contour;
  if (probability === undefined || probability === properties.probability) return contour;
  const measurements = { ...properties.measurements, Probability: probability };
  return { ...contour, properties: { ...properties, probability, measurements } };
};
