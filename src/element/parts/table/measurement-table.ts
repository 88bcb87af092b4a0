/** The measurements of all objects as a table: sorted by a column, filtered as the list is; only rows in sight are in the document. */
import { html, type TemplateResult } from 'lit';
import type { AnnotatedObject } from '../../contours/objects.js';
import { figure } from '../../i18n/figures.js';
import type { Translate } from '../../i18n/messages.js';
import { icon } from '../icons.js';
import { onRowKey, pick, type RowsView } from '../objects/row-keys.js';
import { placeColumns } from '../toggle-menu.js';
import type { Column } from './columns.js';
import type { TableState } from './table-state.js';

/** Pixels of a row, as the style has them. */
export const TABLE_ROW = 28;
/** Pixels of the titles, as the style has them. */
export const TABLE_HEAD = 46;
/** Rows in the document: more than are in sight at most. */
const SEEN = 48;
const BEYOND = 8;

/** Rows, columns and state of the table, and what it calls. */
export interface TableView extends RowsView {
  readonly t: Translate;
  readonly lang: string;
  readonly state: TableState;
  /** Objects that the list's search and filter leave, in its order. */
  readonly found: readonly AnnotatedObject[];
  readonly columns: readonly Column[];
  copy(rows: readonly AnnotatedObject[], columns: readonly Column[]): void;
  save(rows: readonly AnnotatedObject[], columns: readonly Column[]): void;
  close(): void;
}

const written = (value: string | number | undefined, lang: string): string =>
  typeof value === 'number' ? figure(value, lang) : (value ?? '');

const row = (object: AnnotatedObject, place: number, columns: readonly Column[], view: TableView): TemplateResult => {
  const { state, lang } = view;
  return html`<div class="row" role="row" aria-selected=${String(view.isSelected(object))} aria-rowindex=${place + 2}
    .style=${`inset-block-start: ${place * TABLE_ROW}px`} data-object=${object.id}
    tabindex=${state.active === object.id || (state.active === undefined && place === 0) ? 0 : -1}
    @click=${(event: MouseEvent) => pick(object, view, { shift: event.shiftKey, mod: event.ctrlKey || event.metaKey })}
    @dblclick=${() => view.show(object)}>
    ${columns.map((column) => {
      const value = column.value(object);
      return html`<span role="gridcell" class=${typeof value === 'number' ? 'figure' : ''}>${written(value, lang)}</span>`;
    })}
  </div>`;
};

const title = ({ id, title: text, numeric }: Column, { state }: TableView): TemplateResult => {
  const by = state.sorting?.column === id ? (state.sorting.descending ? 'descending' : 'ascending') : 'none';
  return html`<span role="columnheader" aria-sort=${by}>
    <button type="button" class=${numeric ? 'figure' : ''} title=${text} @click=${() => state.sort(id)}>${text}<i aria-hidden="true">${by === 'none' ? '' : by === 'ascending' ? '▲' : '▼'}</i></button>
  </span>`;
};

const chooser = (columns: readonly Column[], { t, state }: TableView): TemplateResult =>
  html`<button type="button" class="plain" popovertarget="table-columns">${t('columns')}</button>
    <div id="table-columns" class="menu columns" popover role="group" aria-label=${t('columns')} @beforetoggle=${placeColumns}>
      ${columns.map(
        ({ id, title: text }) => html`<label class="entry"><input type="checkbox" .checked=${!state.hidden.has(id)}
          @change=${({ currentTarget }: Event) => {
            if (currentTarget instanceof HTMLInputElement) state.hide(id, !currentTarget.checked);
          }} /><span class="words">${text}</span></label>`,
      )}
    </div>`;

/** Renders the table. */
export const measurementTable = (view: TableView): TemplateResult => {
  const { t, state, found } = view;
  const columns = view.columns.filter(({ id }) => !state.hidden.has(id));
  const rows = state.sorted(found, view.columns, state.sorting);
  state.rows = rows;
  if (state.placeOf(state.active) < 0) state.active = undefined;
  const first = Math.max(0, Math.floor(state.scrolled / TABLE_ROW) - BEYOND);
  const seen = rows.slice(first, first + SEEN + 2 * BEYOND);
  state.seen = seen;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  // Narrower where the window is.
  const tracks = columns.map((column) => `calc(${column.width}px * var(--_narrow, 1))`).join(' ');
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      view.close();
    } else if (event.target instanceof Element && event.target.closest('.body')) onRowKey(event, view);
  };
  return html`<section class="table-box" part="table" aria-label=${t('table')}>
    <div class="table-head">
      <h2>${t('table')}</h2><span class="count">${rows.length}</span>
      ${chooser(view.columns, view)}
      <button type="button" class="plain" ?disabled=${rows.length === 0} @click=${() => view.copy(rows, columns)}>${t('copy')}</button>
      <button type="button" class="plain" ?disabled=${rows.length === 0} @click=${() => view.save(rows, columns)}>CSV</button>
      <button type="button" class="mini" aria-label=${t('closeTable')} title=${t('closeTable')} @click=${view.close}>${icon('close')}</button>
    </div>
    ${
      rows.length === 0
        ? html`<p class="quiet">${t(view.objects.length === 0 ? 'noObjects' : 'noneFound')}</p>`
        : html`<div class="grid" role="grid" aria-label=${t('table')} aria-multiselectable="true"
            aria-rowcount=${rows.length + 1} aria-colcount=${columns.length} .style=${`--_columns: ${tracks}; --_width: calc(${width}px * var(--_narrow, 1))`}
            @keydown=${onKey}
            @scroll=${({ currentTarget }: Event) => {
              if (currentTarget instanceof Element && Math.abs(currentTarget.scrollTop - state.scrolled) >= TABLE_ROW) {
                state.scroll(currentTarget.scrollTop);
              }
            }}>
            <div role="rowgroup" class="titles"><div role="row" aria-rowindex="1">${columns.map((column) => title(column, view))}</div></div>
            <div role="rowgroup" class="body" .style=${`block-size: ${rows.length * TABLE_ROW}px`}>
              ${seen.map((object, k) => row(object, first + k, columns, view))}
            </div>
          </div>`
    }
  </section>`;
};
