/** What the engine did, for those who look under the bonnet: backend, memory, kernels and their times. */
import { html, nothing, render } from 'lit';
import type { ExecutorStats } from '../../src/worker/protocol.js';

/** 1536 → `1.5 KiB`. */
export const bytes = (count: number): string => {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
  return `${(count / 1024 ** power).toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${units[power]}`;
};

const whole = (count: number): string => count.toLocaleString('en-GB');

export const debugPanel = (host: HTMLElement, stats: () => Promise<ExecutorStats>): (() => Promise<void>) => {
  let open = false;
  let last: ExecutorStats | undefined;

  const refresh = async (): Promise<void> => {
    if (open) last = await stats().catch(() => undefined);
    draw();
  };
  const toggle = (event: Event): void => {
    open = event.target instanceof HTMLDetailsElement && event.target.open;
    void refresh();
  };
  const table = (current: ExecutorStats) => html`
    <dl>
      <dt>backend</dt><dd>${current.backend}</dd>
      <dt>adapter</dt><dd>${current.adapter}</dd>
      <dt>buffers</dt><dd>${whole(current.buffers)} (${bytes(current.bytes)}; peak ${bytes(current.peakBytes)})</dd>
      <dt>submits</dt><dd>${whole(current.submits)}</dd>
      <dt>dispatches</dt><dd>${whole(current.dispatches)}</dd>
      <dt>reads</dt><dd>${whole(current.reads)}</dd>
    </dl>
    <table>
      <thead><tr><th>kernel</th><th>calls</th><th>ms</th></tr></thead>
      <tbody>
        ${Object.entries(current.kernels)
          .sort(([, a], [, b]) => b.milliseconds - a.milliseconds)
          .map(
            ([name, { calls, milliseconds }]) =>
              html`<tr><th>${name}</th><td>${whole(calls)}</td><td>${milliseconds.toFixed(1)}</td></tr>`,
          )}
      </tbody>
    </table>
  `;
  const draw = (): void => {
    render(
      html`<details @toggle=${toggle}>
        <summary>Engine: memory and kernels</summary>
        ${last === undefined ? nothing : table(last)}
      </details>`,
      host,
    );
  };
  draw();
  return refresh;
};
