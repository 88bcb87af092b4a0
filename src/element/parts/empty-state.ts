/** Hint shown while no image is open, with a button that opens one. */
import { html, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/messages.js';
import { icon } from './icons.js';

/** Renders the hint; `open` opens the file chooser. */
export const emptyState = (t: Translate, open: () => void): TemplateResult => html`<div class="hint">
  <slot name="empty">
    ${icon('image')}
    <span>${t('noImage')}</span>
    <button type="button" class="plain" @click=${open}>${t('openFile')}</button>
    <small>${t('imageKinds')}</small>
  </slot>
</div>`;
