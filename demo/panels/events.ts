/** The component's events as a page hears them, the newest first. What comes in rows, such as progress, shares a line. */
import { html, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';

const names = [
  'contour-before-start',
  'contour-start',
  'contour-progress',
  'contour-complete',
  'contour-cancel',
  'contour-change',
  'contour-select',
  'contour-remove',
  'slice-change',
  'contour-file-view',
  'segmenter-error',
  'backend-change',
] as const;

type Name = (typeof names)[number];

interface Entry {
  readonly name: Name;
  readonly time: string;
  text: string;
  count: number;
}

const KEPT = 200;

/** A volume gives a contour for every slice. */
const ROWS: ReadonlySet<Name> = new Set(['contour-progress', 'contour-complete', 'slice-change']);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A short rendering of an event's detail: coordinates, ids and texts are cut. */
export const brief = (detail: unknown): string => {
  const shorten = (_key: string, value: unknown): unknown => {
    if (Array.isArray(value) && value.length > 4) return `[${value.length}]`;
    if (typeof value === 'number') return Math.round(value * 100) / 100;
    if (typeof value === 'string' && UUID.test(value)) return `${value.slice(0, 8)}…`;
    if (typeof value === 'string' && value.length > 60) return `${value.slice(0, 59)}…`;
    return value;
  };
  const plain =
    typeof detail === 'object' && detail !== null && 'contour' in detail
      ? {
          contour: identity(detail.contour),
          ...('contours' in detail && Array.isArray(detail.contours) && detail.contours.length > 1
            ? { contours: detail.contours.length }
            : {}),
          ...('reason' in detail ? { reason: detail.reason } : {}),
        }
      : detail;
  return (JSON.stringify(plain, shorten) ?? '').replaceAll('"', '').replace(/^\{|\}$/g, '');
};

const identity = (contour: unknown): unknown =>
  typeof contour === 'object' && contour !== null && 'id' in contour ? contour.id : contour;

export const eventLog = (host: HTMLElement, segmenter: SnakeSegmenter): void => {
  const entries: Entry[] = [];
  let scheduled = false;

  const draw = (): void => {
    scheduled = false;
    render(
      html`
        <h2>Events <small>bubbling, composed, typed</small></h2>
        <ol tabindex="0" aria-label="Events, the newest first">
          ${entries.map(
            ({ name, time, text, count }) => html`
              <li class=${name === 'segmenter-error' ? 'error' : ''}>
                <time>${time}</time><b>${name}${count > 1 ? ` ×${count}` : ''}</b><span>${text}</span>
              </li>
            `,
          )}
        </ol>
      `,
      host,
    );
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(draw);
  };

  const note = (name: Name, detail: unknown): void => {
    const newest = entries[0];
    if (newest !== undefined && ROWS.has(name) && newest.name === name) {
      newest.count++;
      newest.text = brief(detail);
    } else {
      const time = new Date().toLocaleTimeString('en-GB', { hour12: false });
      entries.unshift({ name, time, text: brief(detail), count: 1 });
      entries.length = Math.min(entries.length, KEPT);
    }
    schedule();
  };
  for (const name of names) {
    segmenter.addEventListener(name, (event) => note(name, event instanceof CustomEvent ? event.detail : undefined));
  }
  draw();
};
