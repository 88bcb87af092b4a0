/** The samples of the two regions as histograms, and over them the densities that the model fitted. */
import { html, render } from 'lit';
import type { RegionCounts, RegionHistogram } from '../../src/snake/measure/histograms.js';
import { chart } from '../chart.js';
import { fittedDensity } from '../densities.js';

/** The deviation that the density has in a region: its own, or the one that both share in the model `common`. */
const deviationIn = ({ inside, outside }: RegionHistogram, region: RegionCounts, model: string): number => {
  if (model !== 'common') return region.deviation;
  const squares = (counts: RegionCounts): number => (counts.pixels > 0 ? counts.pixels * counts.deviation ** 2 : 0);
  return Math.sqrt((squares(inside) + squares(outside)) / (inside.pixels + outside.pixels));
};

/** For each bin the share of the region's samples, and the share that the model expects. */
export const shares = (histogram: RegionHistogram, region: RegionCounts, model: string, looks: number) => {
  const { low, high } = histogram;
  const { counts, pixels, mean } = region;
  const width = (high - low) / counts.length;
  const fit = { mean, deviation: deviationIn(histogram, region, model), looks };
  const density = pixels > 0 ? fittedDensity(model, fit) : undefined;
  return {
    counted: counts.map((count) => (pixels > 0 ? count / pixels : 0)),
    expected: counts.map((_, k) => (density ? density(low + (k + 0.5) * width) * width : null)),
  };
};

/** Details of a finished run of the snake that this plot shows. */
export interface PlotData {
  readonly model: string;
  /** Looks. */
  readonly order: number;
  readonly channel: string;
  readonly histograms: readonly RegionHistogram[];
}

const isHistogram = (value: unknown): value is RegionHistogram =>
  typeof value === 'object' && value !== null && 'plane' in value && 'inside' in value && 'outside' in value;

/** The plot's part of a run's details; `undefined` where the algorithm has no histograms. */
export const plotData = (details: Readonly<Record<string, unknown>> | undefined): PlotData | undefined => {
  const { model, order, channel, histograms } = details ?? {};
  if (!Array.isArray(histograms) || !histograms.every(isHistogram)) return undefined;
  return { model: String(model), order: Number(order), channel: String(channel), histograms };
};

const modelNames: Readonly<Record<string, string>> = { common: 'one-variance gaussian' };

export interface HistogramPanel {
  /** Nothing where the algorithm has no histograms. */
  show(data: PlotData | undefined): void;
}

export const histogramPanel = (host: HTMLElement): HistogramPanel => {
  const plot = chart('sample value', '', [
    { label: 'inside', colour: '--inside', kind: 'bars' },
    { label: 'outside', colour: '--outside', kind: 'bars' },
    { label: 'model inside', colour: '--inside', kind: 'line' },
    { label: 'model outside', colour: '--outside', kind: 'line' },
  ]);
  let shown: PlotData | undefined;
  let chosen = 0;
  let told = false;

  const draw = (): void => {
    const histogram = shown?.histograms[Math.min(chosen, shown.histograms.length - 1)];
    const inside = shown && histogram && shares(histogram, histogram.inside, shown.model, shown.order);
    const outside = shown && histogram && shares(histogram, histogram.outside, shown.model, shown.order);
    const fitted = inside?.expected.some((share) => share !== null) === true;
    render(
      html`
        <h2>The two regions ${shown ? bands(shown) : html`<small>${told ? 'for the snake only' : 'after the first contour'}</small>`}</h2>
        ${plot.element}
        <p class="keys">
          <span><i class="key inside"></i>inside</span> <span><i class="key outside"></i>outside</span>
          <span class="quiet">${shown ? (fitted ? `${modelNames[shown.model] ?? shown.model} model` : shown.model) : ''}</span>
        </p>
      `,
      host,
    );
    if (!histogram || !inside || !outside) {
      plot.show([], [], [], [], []);
      return;
    }
    const { low, high } = histogram;
    const width = (high - low) / inside.counted.length;
    const centres = inside.counted.map((_, k) => low + (k + 0.5) * width);
    plot.show(centres, inside.counted, outside.counted, inside.expected, outside.expected);
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
      told = true;
      draw();
    },
  };
};
