/** The search region by region, over the image: how far it is, and buttons that hold and end it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Commands } from '../commands/commands.js';
import type { Translate } from '../i18n/messages.js';
import type { SearchState } from '../workbench/search/searching.js';
import { icon } from './icons.js';
import { searchText } from './status-text.js';

/** Renders the current search, if there is one. */
export const searchBar = (
  state: SearchState | undefined,
  commands: Commands,
  t: Translate,
): TemplateResult | typeof nothing => {
  if (!state) return nothing;
  const { share, paused } = state;
  const text = searchText(state, t);
  const button = (id: string, title: string, name: string): TemplateResult =>
    html`<button type="button" class="tool" part="button" data-search=${id} aria-label=${title} title=${title}
      @click=${() => void commands.execute(`snake.search.${id}`)}>${icon(name)}</button>`;
  return html`<div class="found search-bar" part="search" role="group" aria-label=${t('searchSection')}>
    <progress .value=${share} aria-label=${text ?? nothing}></progress>
    <span class="where">${text}</span>
    ${button('pause', t(paused ? 'searchResume' : 'searchPause'), paused ? 'play' : 'pause')}
    ${button('cancel', t('searchCancel'), 'stop')}
  </div>`;
};
