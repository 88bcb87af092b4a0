/** The part of the panel that begins a search of the whole image, or of a selected area of it. */
import { html, type TemplateResult } from 'lit';
import type { CommandInfo } from '../../commands/commands.js';
import type { Translate } from '../../i18n/messages.js';
import type { MessageKey } from '../../i18n/tables.js';

/** What can be searched now. */
export interface SearchFieldsView {
  readonly t: Translate;
  /** A selected contour is an area. */
  readonly hasArea: boolean;
  command(id: string): CommandInfo | undefined;
  run(id: string): void;
}

/** Renders the buttons: what stands out and what is like the examples, everywhere and in the selected area. */
export const searchFields = ({ t, hasArea, command, run }: SearchFieldsView): TemplateResult => {
  const button = (id: string, title: MessageKey): TemplateResult => {
    const { enabled = false, title: whole = '' } = command(id) ?? {};
    return html`<button type="button" class="plain" data-search=${id} title=${whole} aria-label=${whole} ?disabled=${!enabled}
      @click=${() => run(id)}>${t(title)}</button>`;
  };
  const row = (title: MessageKey, id: string): TemplateResult => html`<h2>${t(title)}</h2>
    <div class="buttons">
      ${button(id, 'searchDetect')}
      ${button(`${id}.like`, 'searchLike')}
    </div>`;
  return html`<p class="quiet">${t('searchHelp')}</p>
    ${row('searchWhole', 'snake.search.image')}
    ${row('searchWithin', 'snake.search.area')}
    ${hasArea ? '' : html`<p class="quiet">${t('searchNoArea')}</p>`}`;
};
