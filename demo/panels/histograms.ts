/** The samples of the two regions as histograms, and over them the laws that the model fitted. */
import { html, render } from 'lit';
import { chart } from '../chart.js';
import { fittedLaw } from '../laws.js';

/** Counts of one band in equal bins from `low` to `high`. */
export interface BandHistogram {
  /** From 0. */
  readonly plane: number;
  readonly low: number;
  readonly high: number;
  readonly inside: readonly number[];
  readonly outside: readonly number[];
}

/** Mean and standard deviation of binned samples, from the bins' centres. */
export const momentsOf = ({ low, high }: BandHistogram, counts: readonly number[]) => {
  const width = (high - low) / counts.length;
  let [n, sum, squares] = [0, 0, 0];
  counts.forEach((count, k) => {
    const value = low + (k + 0.5) * width;
    n += count;
    sum += count * value;
    squares += count * value * value;
  });
  const mean = sum / n;
  return { n, mean, deviation: Math.sqrt(Math.max(0, squares / n - mean * mean)) };
};

/** For each bin the share of the region's samples, and the share that the law expects. */
export const columns = (histogram: BandHistogram, counts: readonly number[], model: string, looks: number) => {
  const width = (histogram.high - histogram.low) / counts.length;
  const { n, mean, deviation } = momentsOf(histogram, counts);
  const law = n > 0 ? fittedLaw(model, { mean, deviation, looks }) : undefined;
  return {
    shares: counts.map((count) => (n > 0 ? count / n : 0)),
    expected: counts.map((_, k) => law && law(histogram.low + (k + 0.5) * width) * width),
  };
};

/** What the snake tells of a finished run for this plot. */
export interface PlotData {
  readonly model: string;
  /** Looks. */
  readonly order: number;
  readonly channel: string;
  readonly histograms: readonly BandHistogram[];
}

const isHistogram = (value: unknown): value is BandHistogram =>
  typeof value === 'object' && value !== null && 'plane' in value && 'inside' in value && 'outside' in value;

/** The plot's part of a run's details; `undefined` where the algorithm has no histograms. */
export const plotData = (details: Readonly<Record<string, unknown>> | undefined): PlotData | undefined => {
  const { model, order, channel, histograms } = details ?? {};
  if (!Array.isArray(histograms) || !histograms.every(isHistogram)) return undefined;
  return { model: String(model), order: Number(order), channel: String(channel), histograms };
};

export interface HistogramPanel {
  show(data: PlotData): void;
}

export const histogramPanel = (host: HTMLElement): HistogramPanel => {
  const plot = chart('sample value', '', [
    { label: 'inside', colour: '--inside', kind: 'bars' },
    { label: 'outside', colour: '--outside', kind: 'bars' },
    { label: 'law inside', colour: '--inside', kind: 'line' },
    { label: 'law outside', colour: '--outside', kind: 'line' },
  ]);
  let shown: PlotData | undefined;
  let chosen = 0;

  const draw = (): void => {
    const histogram = shown?.histograms[Math.min(chosen, shown.histograms.length - 1)];
    const inside = shown && histogram && columns(histogram, histogram.inside, shown.model, shown.order);
    const outside = shown && histogram && columns(histogram, histogram.outside, shown.model, shown.order);
    const fitted = inside?.expected.some((share) => share !== undefined) === true;
    render(
      html`
        <h2>The two regions ${shown ? bands(shown) : html`<small>after the first contour</small>`}</h2>
        ${plot.element}
        <p class="keys">
          <span><i class="key inside"></i>inside</span> <span><i class="key outside"></i>outside</span>
          <span class="quiet">${shown ? (fitted ? `lines: ${shown.model} law` : shown.model) : ''}</span>
        </p>
      `,
      host,
    );
    if (!histogram || !inside || !outside) {
      plot.show([], [], [], [], []);
      return;
    }
    const width = (histogram.high - histogram.low) / histogram.inside.length;
    const centres = histogram.inside.map((_, k) => histogram.low + (k + 0.5) * width);
    const nulls = (values: readonly (number | undefined)[]) => values.map((value) => value ?? null);
    plot.show(centres, inside.shares, outside.shares, nulls(inside.expected), nulls(outside.expected));
  };

  const bands = ({ histograms, channel }: PlotData) => {
    if (histograms.length === 1) return html`<small>${channel}</small>`;
    const pick = (event: Event): void => {
      if (event.target instanceof HTMLSelectElement) chosen = event.target.selectedIndex;
      draw();
    };
    return html`<select aria-label="Plane" @change=${pick}>
      ${histograms.map(({ plane }) => html`<option ?selected=${plane === chosen}>${channel} ${plane + 1}</option>`)}
    </select>`;
  };
  draw();

  return {
    show(data) {
      shown = data;
      draw();
    },
  };
};
