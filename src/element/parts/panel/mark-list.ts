/** The marks on the selected object, one a row: its side, its place, and a button that takes it away. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../../i18n/messages.js';
import type { ShownHint } from '../../overlay/drawing.js';
import { icon } from '../icons.js';

/** The marks, and what the list calls. */
export interface MarkListView {
  readonly t: Translate;
  readonly disabled: boolean;
  readonly marks: readonly ShownHint[];
  readonly hidden: boolean;
  hide(hidden: boolean): void;
  remove(index: number): void;
  clear(): void;
  /** The keys go back to the image. */
  leave(): void;
}

/** Marks that have a row; a person makes a few, a program may give thousands. */
const MOST_ROWS = 200;

const row = ({ stroke, inside }: ShownHint, index: number, view: MarkListView): TemplateResult => {
  const { t, disabled } = view;
  const [x, y] = (stroke[0] ?? [0, 0]).map((at) => Math.floor(at));
  const side = t(inside ? 'markInside' : 'markOutside');
  const name = t(stroke.length > 1 ? 'markStroke' : 'markPoint', { side, place: `${x}, ${y}` });
  const remove = ({ currentTarget }: Event): void => {
    view.remove(index);
    // The following rows move up; after the last row there is none.
    if (index + 1 < view.marks.length) return;
    if (index === 0) view.leave();
    else before(currentTarget)?.focus();
  };
  return html`<li class="mark">
    <span class="sign ${inside ? 'inside' : 'outside'}" aria-hidden="true">${inside ? '+' : '−'}</span>
    <span class="name">${name}</span>
    <button type="button" class="mini" aria-label=${t('removeMark', { name })} title=${t('removeMark', { name })}
      ?disabled=${disabled} @click=${remove}>${icon('close')}</button>
  </li>`;
};

/** The button of the row before. */
const before = (button: EventTarget | null): HTMLElement | null | undefined =>
  button instanceof HTMLElement ? button.closest('li')?.previousElementSibling?.querySelector('button') : undefined;

/** Renders the list, if there are marks. */
export const markList = (view: MarkListView): TemplateResult | typeof nothing => {
  const { t, marks, hidden, disabled } = view;
  if (marks.length === 0) return nothing;
  const clear = (): void => {
    view.clear();
    view.leave();
  };
  return html`<div class="marks" part="marks" role="group" aria-label=${t('marks')}>
    <p class="head"><span>${t('marks')}</span><span class="count">${marks.length}</span></p>
    <ul>${marks.slice(0, MOST_ROWS).map((mark, index) => row(mark, index, view))}</ul>
    ${marks.length > MOST_ROWS ? html`<p class="quiet">${t('moreMarks', { count: marks.length - MOST_ROWS })}</p>` : nothing}
    <div class="buttons">
      <button type="button" class="plain" aria-pressed=${String(hidden)} @click=${() => view.hide(!hidden)}>${t('hideMarks')}</button>
      <button type="button" class="plain" ?disabled=${disabled} @click=${clear}>${t('clearMarks')}</button>
    </div>
  </div>`;
};
