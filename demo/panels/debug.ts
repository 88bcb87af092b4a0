/** Diagnostics of the engine: backend, memory, kernels and their times. */
import { html, nothing, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';

type EngineStats = Awaited<ReturnType<SnakeSegmenter['stats']>>;

/** 1536 → `1.5 KiB`. */
export const bytes = (count: number): string => {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
  return `${(count / 1024 ** power).toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${units[power]}`;
};

const whole = (count: number): string => count.toLocaleString('en-GB');

const overview = (stats: EngineStats) => html`
  <dl>
    <dt>Backend</dt><dd>${stats.backend === 'cpu' ? 'CPU' : `WebGPU, ${stats.adapter}`}</dd>
    <dt>Memory</dt><dd>${bytes(stats.bytes)} in ${whole(stats.buffers)} buffers</dd>
    <dt>Peak</dt><dd>${bytes(stats.peakBytes)}</dd>
    <dt>Dispatches</dt><dd>${whole(stats.dispatches)} in ${whole(stats.submits)} submits</dd>
    <dt>Readbacks</dt><dd>${whole(stats.reads)}</dd>
  </dl>
`;

/** A GPU's kernels have no time before somebody asked for it, nor where it has no timestamps. */
const time = ({ backend }: EngineStats, milliseconds: number): string =>
  backend === 'webgpu' && milliseconds === 0 ? '–' : milliseconds.toFixed(1);

const kernels = (stats: EngineStats) => html`
  <table>
    <thead><tr><th>kernel</th><th>calls</th><th>ms</th></tr></thead>
    <tbody>
      ${Object.entries(stats.kernels)
        .sort(([, a], [, b]) => b.milliseconds - a.milliseconds)
        .map(
          ([name, { calls, milliseconds }]) =>
            html`<tr><th>${name}</th><td>${whole(calls)}</td><td>${time(stats, milliseconds)}</td></tr>`,
        )}
    </tbody>
  </table>
`;

/** The function returned asks the engine and shows its answer. */
export const debugPanel = (
  host: HTMLElement,
  stats: (options: { readonly timings: boolean }) => Promise<EngineStats>,
): (() => Promise<void>) => {
  let timings = false;
  const choose = (event: Event): void => {
    timings = event.target instanceof HTMLInputElement && event.target.checked;
    void refresh();
  };
  const refresh = async (): Promise<void> => draw(await stats({ timings }).catch(() => undefined));
  const choice = html`
    <label><input type="checkbox" @change=${choose} /> Time each kernel (slower)</label>
  `;
  const draw = (last?: EngineStats): void => {
    render(
      html`
        <h2>Engine <small>${last ? 'since it was started' : 'after the first contour'}</small></h2>
        ${last ? [overview(last), last.backend === 'webgpu' ? choice : nothing, kernels(last)] : nothing}
      `,
      host,
    );
  };
  draw();
  return refresh;
};
