/** The objects on the image as a list: search, order, filter, a row for each; only rows in sight are in the document. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Classification } from '../../../contours/formats/features.js';
import { type AnnotatedObject, nameOf, noteOf, objectOrders, sizeOf } from '../../contours/objects.js';
import { sizeText } from '../../i18n/figures.js';
import type { Translate } from '../../i18n/messages.js';
import type { MessageKey } from '../../i18n/tables.js';
import { icon } from '../icons.js';
import type { ListState } from './list-state.js';
import { onRowKey, pick, type RowsView } from './row-keys.js';
import { SIDE } from './thumbnails.js';

/** Pixels of a row, as the style has it. */
export const ROW = 44;
/** Rows in the document beyond those in sight; as many are in sight at most. */
const BEYOND = 6;
const SEEN = 16;

/** Objects and state of the list, and what it calls. */
export interface ObjectListView extends RowsView {
  readonly t: Translate;
  readonly lang: string;
  readonly classes: readonly Classification[];
  readonly state: ListState;
  isHidden(object: AnnotatedObject): boolean;
  hide(object: AnnotatedObject, hidden: boolean): void;
  lock(object: AnnotatedObject, locked: boolean): void;
  /** Shows all measurements in a table. */
  showTable(): void;
}

/** Whether an object is locked: it cannot be changed or deleted. */
export const isLocked = ({ contours: [{ properties }] }: AnnotatedObject): boolean => properties.isLocked === true;

const orderNames: Readonly<Record<(typeof objectOrders)[number], MessageKey>> = {
  drawn: 'orderDrawn',
  newest: 'orderNewest',
  name: 'orderName',
  class: 'orderClass',
  largest: 'orderLargest',
  smallest: 'orderSmallest',
};

const row = (object: AnnotatedObject, place: number, view: ObjectListView): TemplateResult => {
  const { t, lang, state } = view;
  const [first] = object.contours;
  const { classification } = first.properties;
  const size = sizeOf(object);
  const selected = view.isSelected(object);
  const hidden = view.isHidden(object);
  const locked = isLocked(object);
  const note = noteOf(object);
  const slices = object.contours.length > 1 ? ` · ${t('onSlices', { count: object.contours.length })}` : '';
  const about = size ? sizeText(size.name, size.value, lang) : '';
  const toggle = (on: boolean, pathOn: string, pathOff: string, title: string, act: () => void): TemplateResult =>
    html`<button type="button" class="mini ${on ? 'on' : ''}" tabindex="-1" aria-pressed=${String(on)} aria-label=${title} title=${title}
      ?disabled=${view.disabled} @click=${(event: Event) => {
        event.stopPropagation();
        act();
      }}>${icon(on ? pathOn : pathOff)}</button>`;
  return html`<div class="row ${hidden ? 'dim' : ''}" role="row" aria-selected=${String(selected)} aria-rowindex=${place + 1}
    .style=${`inset-block-start: ${place * ROW}px`} data-object=${object.id}
    tabindex=${state.active === object.id || (state.active === undefined && place === 0) ? 0 : -1}
    @click=${(event: MouseEvent) => pick(object, view, { shift: event.shiftKey, mod: event.ctrlKey || event.metaKey })}
    @dblclick=${() => view.show(object)}>
    <span role="gridcell" class="picture"><canvas width=${SIDE} height=${SIDE} aria-hidden="true"></canvas></span>
    <span role="gridcell" class="names" title=${note || nothing}>
      <b><bdi>${nameOf(object, t('object'))}</bdi>${note ? html` <i aria-label=${t('note')}>✎</i>` : nothing}</b>
      <small>${classification ? html`<i class="swatch" .style=${`background: rgb(${classification.color.join(' ')})`}></i><bdi>${classification.name}</bdi> · ` : nothing}<bdi>${about}</bdi>${slices}</small>
    </span>
    <span role="gridcell" class="minis">
      ${toggle(hidden, 'hidden', 'visible', t(hidden ? 'show' : 'hideOne'), () => view.hide(object, !hidden))}
      ${toggle(locked, 'locked', 'unlocked', t(locked ? 'unlock' : 'lockOne'), () => view.lock(object, !locked))}
    </span>
  </div>`;
};

const filters = ({ t, state, classes }: ObjectListView): TemplateResult => {
  const { search, order, ofClass } = state.query;
  return html`<div class="filters">
    <input class="text" type="search" aria-label=${t('search')} placeholder=${t('search')} .value=${search}
      @input=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLInputElement) state.set({ search: currentTarget.value });
      }} />
    <select aria-label=${t('order')} @change=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLSelectElement) {
        state.set({ order: objectOrders[currentTarget.selectedIndex] ?? 'drawn' });
      }
    }}>${objectOrders.map((id) => html`<option ?selected=${id === order}>${t(orderNames[id])}</option>`)}</select>
    ${
      classes.length === 0
        ? nothing
        : html`<select aria-label=${t('filterClass')} @change=${({ currentTarget }: Event) => {
            if (!(currentTarget instanceof HTMLSelectElement)) return;
            const { selectedIndex: at } = currentTarget;
            state.set({ ofClass: at === 0 ? undefined : at === 1 ? '' : classes[at - 2]?.name });
          }}>
            <option ?selected=${ofClass === undefined}>${t('allClasses')}</option>
            <option ?selected=${ofClass === ''}>${t('withoutClass')}</option>
            ${classes.map(({ name }) => html`<option ?selected=${ofClass === name}>${name}</option>`)}
          </select>`
    }
  </div>`;
};

/** Renders the list of objects; rows out of sight are left out. */
export const objectList = (view: ObjectListView): TemplateResult => {
  const { t, objects, state } = view;
  const rows = state.find(objects, state.query, t('object'));
  state.rows = rows;
  if (state.placeOf(state.active) < 0) state.active = undefined;
  if (objects.length === 0) return html`<p class="quiet">${t('noObjects')}</p>`;
  const first = Math.max(0, Math.floor(state.scrolled / ROW) - BEYOND);
  const seen = rows.slice(first, first + SEEN + 2 * BEYOND);
  state.seen = seen;
  return html`${filters(view)}
    ${rows.length === 0 ? html`<p class="quiet">${t('noneFound')}</p>` : nothing}
    <div class="list" role="grid" aria-label=${t('objects')} aria-multiselectable="true" aria-rowcount=${rows.length}
      ?hidden=${rows.length === 0} .style=${`--_rows: ${Math.min(rows.length, 6)}`}
      @keydown=${(event: KeyboardEvent) => onRowKey(event, view)}
      @scroll=${({ currentTarget }: Event) => {
        if (currentTarget instanceof Element && Math.abs(currentTarget.scrollTop - state.scrolled) >= ROW) {
          state.scroll(currentTarget.scrollTop);
        }
      }}>
      <div class="all" role="rowgroup" .style=${`block-size: ${rows.length * ROW}px`}>
        ${seen.map((object, k) => row(object, first + k, view))}
      </div>
    </div>
    <div class="buttons"><button type="button" class="link" @click=${view.showTable}>${t('table')}</button></div>`;
};
