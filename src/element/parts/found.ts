/** The control of found objects: a slider for the least probability, how many are shown, and a button that keeps them. */
import { html, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

/** Counts and probabilities of found objects; probabilities are 0 to 1. */
export interface FoundView {
  readonly count: number;
  readonly shown: number;
  /** Of all that were found, 0 to 1. */
  readonly lowest: number;
  readonly least: number;
  readonly t: Translate;
  show(least: number): void;
  keep(): void;
}

/** Renders the control of found objects. */
export const foundControl = ({ count, shown, lowest, least, t, show, keep }: FoundView): TemplateResult => {
  const from = Math.floor(100 * lowest);
  const percent = Math.max(from, Math.round(100 * least));
  const said = t('foundShown', { shown, count, percent });
  return html`<div class="found" part="found" role="group" aria-label=${t('leastProbability')}>
    <input type="range" min=${from} max="100" step="1" .value=${String(percent)}
      aria-label=${t('leastProbability')} aria-valuetext=${said} title=${t('leastProbability')}
      @input=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLInputElement) show(currentTarget.valueAsNumber / 100);
      }} />
    <span class="where" aria-hidden="true">${said}</span>
    <button type="button" class="tool" part="button" aria-label=${t('accept')} title=${t('accept')}
      ?disabled=${shown === 0} @click=${keep}>${icon('accept')}</button>
  </div>`;
};
