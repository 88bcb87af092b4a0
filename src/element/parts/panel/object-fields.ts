/** Name and note of the selected object, and what can be done to all that are selected. */
import { html, nothing, type TemplateResult } from 'lit';
import { type AnnotatedObject, nameOf, noteOf } from '../../contours/objects.js';
import type { Translate } from '../../i18n/messages.js';
import { isLocked } from '../objects/object-list.js';
import { begins, commits, typed } from './typed.js';

/** The selected objects, and what the fields call. */
export interface ObjectFieldsView {
  readonly t: Translate;
  readonly disabled: boolean;
  readonly chosen: readonly AnnotatedObject[];
  rename(object: AnnotatedObject, name: string): void;
  note(object: AnnotatedObject, text: string): void;
  /** The keys go back to the image. */
  leave(): void;
}

/** Renders name and note of the selected object; nothing where several or none are selected. */
export const objectFields = (view: ObjectFieldsView): TemplateResult | typeof nothing => {
  const { t, disabled, chosen } = view;
  const [object] = chosen;
  if (!object || chosen.length > 1) return nothing;
  const leaveOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    view.leave();
  };
  return html`<div class="field wide">
      <label for="object-name">${t('name')}</label>
      <input id="object-name" class="text" type="text" autocomplete="off" placeholder=${nameOf(object, t('object'))}
        .value=${typed(object.contours[0].properties.name ?? '')} ?disabled=${disabled} @keydown=${leaveOnEnter}
        @input=${begins(object)} @change=${commits(object, ({ value }, its) => view.rename(its, value))} />
    </div>
    <div class="field wide">
      <label for="object-note">${t('note')}</label>
      <textarea id="object-note" class="text" rows="1" .value=${typed(noteOf(object))} ?disabled=${disabled} @keydown=${leaveOnEnter}
        @input=${begins(object)} @change=${commits(object, ({ value }, its) => view.note(its, value))}></textarea>
    </div>
    ${isLocked(object) ? html`<p class="quiet">${t('lockedHere')}</p>` : nothing}`;
};
