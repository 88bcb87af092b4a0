/** The panel: objects, classes, the selected object with its measurements, files, and parameters folded away. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Classification } from '../../../contours/formats/features.js';
import { isWritable, type Writer } from '../../../contours/formats/format-infos.js';
import type { AlgorithmInfo, ContourFeature, ImageInfo } from '../../../worker/protocol.js';
import { hasColourBands } from '../../contours/colour-bands.js';
import { className, nameOf } from '../../contours/objects.js';
import { type PanelContribution, slotOf } from '../../extensions/own-panel.js';
import { titleIn } from '../../extensions/table.js';
import { algorithmTitle } from '../../i18n/fields/fields.js';
import type { Translate } from '../../i18n/messages.js';
import { type ClassListView, classList } from '../objects/class-list.js';
import { type ObjectListView, objectList } from '../objects/object-list.js';
import { classField } from './class-field.js';
import { type DisplayView, displayFields } from './display-fields.js';
import { leaveOnEscape, noteText, saveFromField } from './field-keys.js';
import { type MarkListView, markList } from './mark-list.js';
import { measurements, totalsOfLines } from './measurements.js';
import { type ObjectFieldsView, objectFields } from './object-fields.js';
import { parameterForm } from './parameters.js';
import { type ReshapeView, reshapeFields } from './reshape-fields.js';
import { type SearchFieldsView, searchFields } from './search-fields.js';
import { section } from './section.js';

/** All that the panel shows, and what it calls. */
export interface PanelView {
  readonly t: Translate;
  readonly lang: string;
  readonly disabled: boolean;
  readonly algorithms: readonly AlgorithmInfo[];
  readonly algorithm: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly selected: ContourFeature | undefined;
  readonly contours: readonly ContourFeature[];
  readonly classes: readonly Classification[];
  readonly list: ObjectListView;
  readonly classList: ClassListView;
  readonly fields: ObjectFieldsView;
  readonly marks: MarkListView;
  readonly reshape: ReshapeView;
  readonly search: SearchFieldsView;
  readonly display: DisplayView;
  readonly format: string;
  /** The formats to choose from, by id. */
  readonly writers: Readonly<Record<string, Writer>>;
  /** Sections of the page. */
  readonly panels: readonly PanelContribution[];
  readonly image: ImageInfo | undefined;
  /** True where a run's picture is shown; `undefined` while there is none. */
  readonly picture: boolean | undefined;
  showPicture(shown: boolean): void;
  setAlgorithm(id: string): void;
  setParameter(name: string, value: unknown): void;
  classify(classification: Classification | undefined): void;
  changeClass(old: Classification, next: Classification): void;
  setFormat(format: string): void;
  save(): void;
  saveSession(): void;
  saveRecipe(): void;
  /** A section was folded or unfolded, in which something is only made when it is seen. */
  toggled(): void;
  /** The keys go back to the image. */
  leave(): void;
}

const pictureField = ({ picture, t, showPicture }: PanelView): TemplateResult | typeof nothing =>
  picture === undefined
    ? nothing
    : html`<div class="field">
        <label for="show-picture">${t('showPicture')}</label>
        <input id="show-picture" type="checkbox" .checked=${picture} @change=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement) showPicture(currentTarget.checked);
        }} />
      </div>`;

const selection = (view: PanelView): TemplateResult => {
  const { t, lang, selected, contours } = view;
  const { chosen } = view.fields;
  // Of several, the measurements are those of the one that was selected last.
  const [last] = chosen.length > 1 ? chosen.slice(-1) : [];
  const mixed = last !== undefined && chosen.some((object) => className(object) !== className(last));
  return html`${objectFields(view.fields)}${classField({ ...view, mixed })}${markList(view.marks)}${reshapeFields(view.reshape)}
    ${last && selected ? html`<h2 class="whose">${nameOf(last, t('object'))}</h2>` : nothing}
    ${selected ? measurements(selected.properties.measurements, lang, 'measurements', hasColourBands(view.image, [selected])) : html`<p class="quiet">${t('noSelection')}</p>`}
    ${totalsOfLines(contours, t, lang)}`;
};

const algorithmField = ({ t, lang, algorithms, algorithm, disabled, setAlgorithm }: PanelView) =>
  algorithms.length > 1
    ? html`<div class="field wide">
        <label for="algorithm">${t('algorithm')}</label>
        <select id="algorithm" ?disabled=${disabled} @change=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLSelectElement) setAlgorithm(currentTarget.value);
        }}>${algorithms.map(
          (info) =>
            html`<option value=${info.id} ?selected=${info.id === algorithm}>${algorithmTitle(lang, info)}</option>`,
        )}</select>
      </div>`
    : nothing;

const files = (view: PanelView): TemplateResult => {
  const { t, contours, image, format, writers } = view;
  return html`<div class="field whole">
      <label for="format">${t('format')}</label>
      <select id="format" @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement) view.setFormat(currentTarget.value);
      }}>${Object.entries(writers)
        .filter(([, writer]) => isWritable(writer, image))
        .map(([id, { title }]) => html`<option value=${id} ?selected=${id === format}>${title}</option>`)}</select>
    </div>
    <div class="buttons">
      <button type="button" class="plain" ?disabled=${contours.length === 0} @click=${view.save}>${t('exportNow')}</button>
      <button type="button" class="plain" ?disabled=${!image} @click=${view.saveSession}>${t('saveSession')}</button>
      <button type="button" class="plain" ?disabled=${view.disabled} @click=${view.saveRecipe}>${t('saveRecipe')}</button>
    </div>`;
};

/** Renders the panel. */
export const panel = (view: PanelView): TemplateResult => {
  const { t, algorithms, algorithm, values, disabled, selected } = view;
  const info = algorithms.find(({ id }) => id === algorithm);
  const { objects } = view.list;
  const { chosen } = view.fields;
  const [one] = chosen;
  const place = chosen.length > 1 ? chosen.length : one ? `${one.number} / ${objects.length}` : undefined;
  const form = info && {
    algorithm: info.id,
    bands: view.image?.bands,
    schema: info.schema,
    values,
    inForce: selected?.properties.metadata.algorithm === info.id ? selected.properties.metadata : {},
    t,
    lang: view.lang,
    disabled,
    volume: view.image?.stack !== undefined,
    change: view.setParameter,
  };
  return html`<aside class="panel-box" part="panel" aria-label=${t('panel')} @focusin=${noteText}
    @keydown=${(event: KeyboardEvent) => {
      leaveOnEscape(event, view.leave);
      saveFromField(event);
    }}>
    <slot name="panel-start"></slot>
    ${section({ id: 'objects', title: t('objects'), aside: objects.length, open: true, content: objectList(view.list) })}
    ${section({ id: 'classes', title: t('classes'), aside: view.classes.length, open: true, content: classList(view.classList) })}
    ${section({ id: 'selection', title: t(chosen.length > 1 ? 'chosenMany' : 'contour'), ...(place ? { aside: place } : {}), open: true, content: selection(view) })}
    ${section({ id: 'search', title: t('searchSection'), open: false, content: searchFields(view.search) })}
    ${section({ id: 'files', title: t('export'), open: true, content: files(view) })}
    ${section({ id: 'display', title: t('display'), open: false, content: displayFields(view.display), toggled: view.toggled })}
    ${section({
      id: 'advanced',
      title: t('advanced'),
      open: false,
      content: [algorithmField(view), form ? parameterForm(form) : nothing, pictureField(view)],
      toggled: view.toggled,
    })}
    ${view.panels.map(({ id, title, open = true }) =>
      section({ id, title: titleIn(title, view.lang), open, content: html`<slot name=${slotOf(id)}></slot>` }),
    )}
    <slot name="panel-end"></slot>
  </aside>`;
};
