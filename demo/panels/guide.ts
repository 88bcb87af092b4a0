/** One line above the viewer: what to do next, what goes on, or what went wrong. */
import { html, nothing, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import type { DemoImage } from '../images.js';

/** What a run found: lines, contours on slices, objects, or one contour of so many vertices. */
type Found = { readonly of: 'lines' | 'slices' | 'objects' | 'vertices'; readonly count: number };

type Phase =
  | { readonly kind: 'start' }
  | { readonly kind: 'running'; readonly iteration: number }
  | { readonly kind: 'done'; readonly seconds: number; readonly found: Found }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'problem'; readonly text: string };

export interface Guide {
  /** `undefined` for an image of the visitor's own. */
  image(image: DemoImage | undefined): void;
  problem(text: string): void;
}

const verticesOf = (geometry: { readonly coordinates: unknown }): number => {
  const numbers = Array.isArray(geometry.coordinates) ? geometry.coordinates.flat(3) : [];
  return Math.max(0, numbers.length / 2 - 1);
};

export const guide = (
  host: HTMLElement,
  segmenter: SnakeSegmenter,
  showMe: (image: DemoImage) => Promise<void>,
): Guide => {
  let image: DemoImage | undefined;
  let phase: Phase = { kind: 'start' };
  let started = 0;
  let showing = false;
  /** Contours of the run under way. */
  let contours = 0;

  const demonstrate = async (wanted: DemoImage): Promise<void> => {
    showing = true;
    draw();
    try {
      await showMe(wanted);
    } finally {
      showing = false;
      draw();
    }
  };

  const text = (): unknown => {
    switch (phase.kind) {
      case 'start':
        return html`<b>${image?.advice ?? 'Draw a box round an object.'}</b> It starts as soon as you let go; <i>Detect objects in view</i> needs no box.`;
      case 'running':
        if (segmenter.algorithm === 'linear-features')
          return html`<b>Lines are sought.</b> They show as they are found.`;
        return html`<b>Step ${phase.iteration}.</b> The contour moves; pause it, step it or stop it with the toolbar.`;
      case 'done':
        return done(phase.seconds, phase.found);
      case 'cancelled':
        return html`<b>Stopped.</b> The contour is kept as it was then.`;
      case 'problem':
        return phase.text;
    }
  };

  const done = (seconds: number, { of, count }: Found): unknown => {
    const took = `Done in ${seconds.toFixed(2)} s`;
    if (of === 'slices')
      return html`<b>${took} on ${count} slices.</b> Go through them with the slider or Page Up and Page Down; save the mask as NIfTI.`;
    if (of === 'lines')
      return html`<b>${took}, ${count} lines.</b> Change the thresholds in the panel: they act at once. Totals are there too.`;
    if (of === 'objects')
      return html`<b>${took}, ${count} objects.</b> Delete what is none, draw what is missing, or export.`;
    return html`<b>${took}, ${count} vertices.</b> Draw the next box, move a vertex, or export.`;
  };

  const draw = (): void => {
    host.classList.toggle('bad', phase.kind === 'problem');
    const shown = image;
    const busy = showing || phase.kind === 'running';
    render(
      html`
        <p>${text()}</p>
        ${shown ? html`<button class="primary" ?disabled=${busy} @click=${() => demonstrate(shown)}>Show me</button>` : nothing}
      `,
      host,
    );
  };
  const turn = (next: Phase): void => {
    phase = next;
    draw();
  };

  segmenter.addEventListener('contour-start', () => {
    started = performance.now();
    contours = 0;
    turn({ kind: 'running', iteration: 0 });
  });
  segmenter.addEventListener('contour-progress', ({ detail }) =>
    turn({ kind: 'running', iteration: detail.iteration }),
  );
  segmenter.addEventListener('contour-complete', ({ detail: { contour } }) => {
    contours++;
    const { geometry, properties } = contour;
    const seconds = (performance.now() - started) / 1000;
    const one = contours === 1 ? 'vertices' : 'objects';
    const of = geometry.type === 'LineString' ? 'lines' : properties.metadata.object !== undefined ? 'slices' : one;
    turn({ kind: 'done', seconds, found: { of, count: of === 'vertices' ? verticesOf(geometry) : contours } });
  });
  segmenter.addEventListener('contour-cancel', () => turn({ kind: 'cancelled' }));
  segmenter.addEventListener('segmenter-error', ({ detail }) => turn({ kind: 'problem', text: detail.message }));
  draw();

  return {
    image(next) {
      image = next;
      turn({ kind: 'start' });
    },
    problem: (message) => turn({ kind: 'problem', text: message }),
  };
};
