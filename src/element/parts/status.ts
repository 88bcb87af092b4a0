/** The status line, and the banner for errors. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

/** The content of the status line. */
export interface StatusView {
  readonly text: string;
  /** True while a run is under way or an image is being opened. */
  readonly active: boolean;
  /** 0 to 1; unknown when not given. */
  readonly done?: number;
  readonly backend?: string;
  readonly backendTitle?: string;
  readonly count: number;
  /** The state of autosave; `undefined` while autosave is off, or without work to save. */
  readonly kept?: { readonly text: string; readonly help: string; readonly failed: boolean };
  /** Ends what is under way; shown once that takes long, where the toolbar has no room for it. */
  readonly stop?: { readonly title: string; run(): void };
  /** A command offered beside the text. */
  readonly offer?: { readonly title: string; run(): void };
  readonly t: Translate;
}

/** Renders the status line. */
export const statusLine = (view: StatusView): TemplateResult => {
  const { text, active, done, backend, backendTitle, count, kept, offer, stop, t } = view;
  return html`<div class="status" part="status">
    ${
      active
        ? html`<div class="bar" aria-hidden="true"><span class=${done === undefined ? 'unknown' : ''}
            .style=${done === undefined ? '' : `inline-size: ${Math.round(done * 100)}%`}></span></div>`
        : nothing
    }
    <span class="what ${active ? 'now' : ''}" dir="auto" title=${text}>${text}</span>
    ${offer ? html`<button type="button" class="link" @click=${offer.run}>${offer.title}</button>` : nothing}
    ${stop ? html`<button type="button" class="stop" aria-label=${stop.title} title=${stop.title} @click=${stop.run}>${icon('stop')}</button>` : nothing}
    <slot name="status"></slot>
    ${kept ? html`<span class="chip kept ${kept.failed ? 'bad' : ''}" title=${kept.help}>${kept.text}</span>` : nothing}
    ${count > 0 ? html`<span class="chip">${t('objectsOn', { count })}</span>` : nothing}
    ${backend === undefined ? nothing : html`<span class="chip" title=${backendTitle ?? ''}>${backend}</span>`}
  </div>`;
};

/** Renders the banner for an error; `mild` tones it down to a hint. */
export const banner = (message: string, mild: boolean, dismiss: () => void, t: Translate): TemplateResult =>
  html`<div class="banner ${mild ? 'mild' : ''}" part="error" role="alert">
    ${icon('warning')}
    <p>${message}</p>
    <button type="button" aria-label=${t('dismiss')} title=${t('dismiss')} @click=${dismiss}>${icon('close')}</button>
  </div>`;
