/** The classes: the one of new objects, colour, name, key, count, shown or hidden; one to add; lists in and out. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Classification } from '../../../contours/formats/features.js';
import { remembered } from '../../../core/remembered.js';
import { basesOf, KEYED } from '../../contours/classes.js';
import { type AnnotatedObject, className } from '../../contours/objects.js';
import type { Translate } from '../../i18n/messages.js';
import { icon } from '../icons.js';
import { hex, rgb } from '../panel/class-field.js';
import { begins, commits, typed } from '../panel/typed.js';

/** Classes and objects of the list, and what it calls. */
export interface ClassListView {
  readonly t: Translate;
  readonly disabled: boolean;
  readonly classes: readonly Classification[];
  readonly objects: readonly AnnotatedObject[];
  /** That of objects made from now on. */
  readonly current: Classification | undefined;
  isHidden(name: string): boolean;
  hide(name: string, hidden: boolean): void;
  /** For the selected objects, and for those made from now on; once more, no longer. */
  choose(entry: Classification): void;
  add(name: string): void;
  change(old: Classification, next: Classification): void;
  remove(entry: Classification): void;
  exportList(): void;
  importList(): void;
  /** The keys go back to the image. */
  leave(): void;
}

/** Enter keeps what is typed. */
const onEnter = (event: KeyboardEvent, act: (input: HTMLInputElement) => void): void => {
  const input = event.currentTarget;
  if (event.key !== 'Enter' || !(input instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.stopPropagation();
  act(input);
};

/** Maximum indentation of derived classes, in levels. */
const DEEPEST = 2;

const row = (
  entry: Classification,
  place: number,
  depth: number,
  count: number,
  view: ClassListView,
): TemplateResult => {
  const { t, disabled, current } = view;
  const { name } = entry;
  const chosen = current?.name === name;
  const hidden = view.isHidden(name);
  const key = place < KEYED ? ` (${place + 1})` : '';
  return html`<li class="class ${chosen ? 'chosen' : ''} ${depth > 0 ? `derived-${Math.min(depth, DEEPEST)}` : ''}">
    <button type="button" class="mini key" aria-pressed=${String(chosen)} ?disabled=${disabled}
      aria-label=${place < KEYED ? `${place + 1} ${t('chooseClass', { name })}` : t('chooseClass', { name })} title=${`${t('chooseClass', { name })}${key}`}
      @click=${() => view.choose(entry)}>${place < KEYED ? place + 1 : '·'}</button>
    <input type="color" aria-label=${t('colourOf', { name })} .value=${hex(entry.color)} ?disabled=${disabled}
      @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLInputElement) view.change(entry, { name, color: rgb(currentTarget.value) });
      }} />
    <input type="text" class="text flat" title=${name} aria-label=${t('renameClass', { name })} .value=${typed(name)} ?disabled=${disabled}
      @keydown=${(event: KeyboardEvent) => onEnter(event, () => view.leave())}
      @input=${begins(entry)} @change=${commits(entry, (field: HTMLInputElement, its) => {
        const next = field.value.trim();
        if (next === '') field.value = name;
        else view.change(its, { name: next, color: its.color });
      })} />
    <span class="count">${count}</span>
    <button type="button" class="mini ${hidden ? 'on' : ''}" aria-pressed=${String(hidden)}
      aria-label=${t(hidden ? 'showClass' : 'hideClass', { name })} title=${t(hidden ? 'showClass' : 'hideClass', { name })}
      @click=${() => view.hide(name, !hidden)}>${icon(hidden ? 'hidden' : 'visible')}</button>
    <button type="button" class="mini" aria-label=${t('removeClass', { name })} title=${t('removeClass', { name })}
      ?disabled=${disabled} @click=${() => view.remove(entry)}>${icon('close')}</button>
  </li>`;
};

/** Number of objects of each class. */
const countsOf = remembered((objects: readonly AnnotatedObject[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const object of objects) counts.set(className(object), (counts.get(className(object)) ?? 0) + 1);
  return counts;
});

/** Renders the list of classes. */
export const classList = (view: ClassListView): TemplateResult => {
  const { t, classes, objects, disabled } = view;
  const counts = countsOf(objects);
  const unclassed = counts.get('') ?? 0;
  const names = new Set(classes.map(({ name }) => name));
  const depthOf = (name: string): number => basesOf(name).filter((base) => names.has(base)).length;
  return html`${
    classes.length === 0
      ? html`<p class="quiet">${t('noClasses')}</p>`
      : html`<ul class="classes">
          ${classes.map((entry, k) => row(entry, k, depthOf(entry.name), counts.get(entry.name) ?? 0, view))}
          ${unclassed > 0 ? html`<li class="class none"><span>${t('withoutClass')}</span><span class="count">${unclassed}</span></li>` : nothing}
        </ul>`
  }
    <input class="text" type="text" id="new-class" aria-label=${t('newClass')} placeholder=${t('newClass')} ?disabled=${disabled}
      @keydown=${(event: KeyboardEvent) =>
        onEnter(event, (input) => {
          // One name after another may be typed; after none the keys go back.
          if (input.value.trim() === '') view.leave();
          else view.add(input.value);
          input.value = '';
        })} />
    <div class="buttons">
      <button type="button" class="link" ?disabled=${disabled} @click=${view.importList}>${t('importClasses')}</button>
      <button type="button" class="link" ?disabled=${classes.length === 0} @click=${view.exportList}>${t('exportClasses')}</button>
    </div>`;
};
