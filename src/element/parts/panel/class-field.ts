/** The class of the selected object: its name, to type or to choose, and its colour. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Classification } from '../../../contours/formats/features.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { classNamed } from '../../contours/classes.js';
import type { Translate } from '../../i18n/messages.js';
import { begins, commits, dropTyped, typed } from './typed.js';

/** The selected contour, the classes, and what the field calls. */
export interface ClassFieldView {
  readonly t: Translate;
  readonly disabled: boolean;
  readonly selected: ContourFeature | undefined;
  /** Several objects are selected, and they are not all of one class. */
  readonly mixed: boolean;
  readonly classes: readonly Classification[];
  classify(classification: Classification | undefined): void;
  /** Another name or colour for all objects of a class. */
  changeClass(old: Classification, next: Classification): void;
  /** The keys go back to the image. */
  leave(): void;
}

/** The colour `#rrggbb` of red, green and blue, 0 to 255. */
export const hex = (color: readonly number[]): string =>
  `#${color.map((c) => c.toString(16).padStart(2, '0')).join('')}`;

/** Red, green and blue, 0 to 255, of a colour `#rrggbb`. */
export const rgb = (text: string): Classification['color'] => [
  Number.parseInt(text.slice(1, 3), 16),
  Number.parseInt(text.slice(3, 5), 16),
  Number.parseInt(text.slice(5, 7), 16),
];

/** Renders the field of the class. */
export const classField = (view: ClassFieldView): TemplateResult => {
  const { t, selected, mixed, classes } = view;
  const current = mixed ? undefined : selected?.properties.classification;
  const rename = (name: string): void => {
    const trimmed = name.trim();
    view.classify(trimmed === '' ? undefined : classNamed(classes, trimmed));
  };
  /** Enter keeps what is typed, Escape does not; both give the keys back to the image. */
  const onKey = (event: KeyboardEvent): void => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.stopPropagation();
    if (event.key === 'Escape') {
      input.value = current?.name ?? '';
      dropTyped(input);
    }
    view.leave();
  };
  return html`<div class="field wide">
    <label for="class-name">${t('className')}</label>
    <div class="pair">
      <input id="class-name" type="text" title=${current?.name ?? nothing} list="classes" autocomplete="off" placeholder=${t(mixed ? 'variousClasses' : 'noClass')}
        .value=${typed(current?.name ?? '')} ?disabled=${view.disabled || !selected} @keydown=${onKey}
        @input=${begins()} @change=${commits(view, ({ value }) => rename(value))} />
      <input type="color" aria-label=${t('classColour')} .value=${current ? hex(current.color) : '#808080'}
        ?disabled=${view.disabled || !current}
        @change=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement && current) {
            view.changeClass(current, { ...current, color: rgb(currentTarget.value) });
          }
        }} />
    </div>
    <datalist id="classes">${classes.map(({ name }) => html`<option value=${name}></option>`)}</datalist>
  </div>`;
};
