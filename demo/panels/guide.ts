/** A card over the image that says what to do first. It goes when something is done, and moves nothing. */
import { html, nothing, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import type { DemoImage } from '../images.js';

export interface Guide {
  /** `undefined` for an image of the visitor's own. */
  image(image: DemoImage | undefined): void;
}

export const guide = (
  host: HTMLElement,
  segmenter: SnakeSegmenter,
  showMe: (image: DemoImage) => Promise<void>,
): Guide => {
  let image: DemoImage | undefined;
  let open = true;

  const show = (next: boolean): void => {
    open = next;
    draw();
  };
  const draw = (): void => {
    const shown = image;
    host.hidden = !open;
    render(
      html`
        <p><b>${image?.advice ?? 'Draw a box around an object.'}</b> The contour starts when you let go.</p>
        ${shown ? html`<button class="primary" @click=${() => showMe(shown)}>Show me</button>` : nothing}
        <button class="close" aria-label="Close" title="Close" @click=${() => show(false)}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6.5 6.5l11 11M17.5 6.5l-11 11" /></svg>
        </button>
      `,
      host,
    );
  };

  for (const name of ['contour-start', 'contour-change'] as const) {
    segmenter.addEventListener(name, () => show(false));
  }
  draw();

  return {
    image(next) {
      image = next;
      show(true);
    },
  };
};
