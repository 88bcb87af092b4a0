/** The status line, and the banner that says in words what went wrong. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

export interface StatusView {
  readonly text: string;
  /** Something is going on. */
  readonly active: boolean;
  /** 0 to 1; unknown when not given. */
  readonly done?: number;
  readonly backend?: string;
  readonly backendTitle?: string;
  readonly count: number;
  readonly t: Translate;
}

export const statusLine = ({ text, active, done, backend, backendTitle, count, t }: StatusView): TemplateResult =>
  html`<div class="status" part="status">
    ${
      active
        ? html`<div class="bar" aria-hidden="true"><span class=${done === undefined ? 'unknown' : ''}
            .style=${done === undefined ? '' : `inline-size: ${Math.round(done * 100)}%`}></span></div>`
        : nothing
    }
    <span class="what ${active ? 'now' : ''}">${text}</span>
    <slot name="status"></slot>
    ${count > 0 ? html`<span class="chip">${t('countContours', { count })}</span>` : nothing}
    ${backend === undefined ? nothing : html`<span class="chip" title=${backendTitle ?? ''}>${backend}</span>`}
  </div>`;

export const banner = (message: string, dismiss: () => void, t: Translate): TemplateResult =>
  html`<div class="banner" part="error" role="alert">
    ${icon('warning')}
    <p>${message}</p>
    <button type="button" aria-label=${t('dismiss')} title=${t('dismiss')} @click=${dismiss}>${icon('close')}</button>
  </div>`;
