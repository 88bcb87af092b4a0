/** What the engine did, for those who look under the bonnet: backend, memory, kernels and their times. */
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
    <dt>At most</dt><dd>${bytes(stats.peakBytes)}</dd>
    <dt>Dispatches</dt><dd>${whole(stats.dispatches)} in ${whole(stats.submits)} submits</dd>
    <dt>Reads back</dt><dd>${whole(stats.reads)}</dd>
  </dl>
`;

const kernels = (stats: EngineStats) => html`
  <table>
    <thead><tr><th>kernel</th><th>calls</th><th>ms</th></tr></thead>
    <tbody>
      ${Object.entries(stats.kernels)
        .sort(([, a], [, b]) => b.milliseconds - a.milliseconds)
        .map(
          ([name, { calls, milliseconds }]) =>
            html`<tr><th>${name}</th><td>${whole(calls)}</td><td>${milliseconds.toFixed(1)}</td></tr>`,
        )}
    </tbody>
  </table>
`;

/** The function returned asks the engine and shows its answer. */
export const debugPanel = (host: HTMLElement, stats: () => Promise<EngineStats>): (() => Promise<void>) => {
  const draw = (last?: EngineStats): void => {
    render(
      html`
        <h2>Engine <small>${last ? 'since it was started' : 'after the first contour'}</small></h2>
        ${last ? [overview(last), kernels(last)] : nothing}
      `,
      host,
    );
  };
  draw();
  return async () => draw(await stats().catch(() => undefined));
};
