/** The slice control of a volume: a slider, a button on either side, and the number of the slice. */
import { html, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

/** The slice shown, and the function that shows another. */
export interface SlicesView {
  /** The slice, 0 the first; it is shown counted from 1. */
  readonly slice: number;
  readonly depth: number;
  readonly t: Translate;
  show(slice: number): void;
}

/** Renders the control of slices. */
export const sliceControl = ({ slice, depth, t, show }: SlicesView): TemplateResult => {
  const said = t('slice', { slice: slice + 1, depth });
  const step = (by: 1 | -1, title: string): TemplateResult => html`<button
    type="button" class="tool" part="button" aria-label=${title} title=${title}
    ?disabled=${slice + by < 0 || slice + by >= depth}
    @click=${() => show(slice + by)}
  >${icon(by > 0 ? 'plus' : 'minus')}</button>`;
  return html`<div class="slices" part="slices" role="group" aria-label=${t('slices')}>
    ${step(-1, t('previousSlice'))}
    <input type="range" min="1" max=${depth} step="1" .value=${String(slice + 1)}
      aria-label=${t('slices')} aria-valuetext=${said}
      @input=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLInputElement) show(currentTarget.valueAsNumber - 1);
      }} />
    ${step(1, t('nextSlice'))}
    <span class="where" aria-hidden="true">${said}</span>
  </div>`;
};
