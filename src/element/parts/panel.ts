/** The panel: the algorithm and its parameters, the selected contour's class and measurements, the file format. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Classification } from '../../contours/formats/features.js';
import { colourOf } from '../../contours/formats/features.js';
import { isWritable, writers } from '../../contours/formats/index.js';
import type { AlgorithmInfo, ContourFeature, ImageInfo } from '../../worker/protocol.js';
import { lineTotals } from '../contours/line-totals.js';
import type { Translate } from '../i18n/messages.js';
import { parameterForm } from './parameters.js';

export interface PanelView {
  readonly t: Translate;
  readonly lang: string;
  readonly disabled: boolean;
  readonly algorithms: readonly AlgorithmInfo[];
  readonly algorithm: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly selected: ContourFeature | undefined;
  readonly contours: readonly ContourFeature[];
  readonly format: string;
  readonly image: ImageInfo | undefined;
  /** True where a run's picture is shown; `undefined` while there is none. */
  readonly picture: boolean | undefined;
  showPicture(shown: boolean): void;
  setAlgorithm(id: string): void;
  setParameter(name: string, value: unknown): void;
  classify(classification: Classification | undefined): void;
  setFormat(format: string): void;
  save(): void;
}

/** `Area px^2` as `Area, px²`. */
const measureLabel = (name: string): string =>
  name
    .replace('^2', '²')
    .replace('^3', '³')
    .replace(/ (px|µm|mm|m)((?:\/\1)?[²³]?)$/, ', $1$2');

/** A number with four significant digits, from 1000 on as a whole number. */
const figure = (value: number, lang: string): string =>
  new Intl.NumberFormat(
    lang,
    Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 },
  ).format(value);

const hex = (color: readonly number[]): string => `#${color.map((c) => c.toString(16).padStart(2, '0')).join('')}`;

const rgb = (text: string): Classification['color'] => [
  Number.parseInt(text.slice(1, 3), 16),
  Number.parseInt(text.slice(3, 5), 16),
  Number.parseInt(text.slice(5, 7), 16),
];

const classField = (view: PanelView): TemplateResult => {
  const { t, selected, contours } = view;
  const current = selected?.properties.classification;
  const known = new Map(contours.flatMap(({ properties: { classification: c } }) => (c ? [[c.name, c] as const] : [])));
  const rename = (name: string): void => {
    const trimmed = name.trim();
    const known_ = known.get(trimmed);
    view.classify(trimmed === '' ? undefined : (known_ ?? { name: trimmed, color: colourOf(trimmed) }));
  };
  return html`<div class="field">
    <label for="class-name">${t('className')}</label>
    <div class="pair">
      <input id="class-name" type="text" list="classes" autocomplete="off" placeholder=${t('noClass')}
        .value=${current?.name ?? ''} ?disabled=${view.disabled || !selected}
        @change=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement) rename(currentTarget.value);
        }} />
      <input type="color" aria-label=${t('classColour')} .value=${current ? hex(current.color) : '#808080'}
        ?disabled=${view.disabled || !current}
        @change=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement && current) {
            view.classify({ name: current.name, color: rgb(currentTarget.value) });
          }
        }} />
    </div>
    <datalist id="classes">${[...known.keys()].map((name) => html`<option value=${name}></option>`)}</datalist>
  </div>`;
};

const measurements = (
  values: Readonly<Record<string, number>>,
  lang: string,
  part = 'measurements',
): TemplateResult => html`<dl part=${part}>
  ${Object.entries(values).map(([name, value]) => html`<dt>${measureLabel(name)}</dt><dd>${figure(value, lang)}</dd>`)}
</dl>`;

/** The totals over all lines. */
const lines = ({ contours, t, lang }: PanelView): TemplateResult | typeof nothing => {
  const totals = lineTotals(contours);
  if (Object.keys(totals).length === 0) return nothing;
  return html`<h2>${t('allLines')}</h2>${measurements(totals, lang, 'totals')}`;
};

const pictureField = ({ picture, t, showPicture }: PanelView): TemplateResult | typeof nothing =>
  picture === undefined
    ? nothing
    : html`<div class="field">
        <label for="show-picture">${t('showPicture')}</label>
        <input id="show-picture" type="checkbox" .checked=${picture} @change=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement) showPicture(currentTarget.checked);
        }} />
      </div>`;

export const panel = (view: PanelView): TemplateResult => {
  const { t, algorithms, selected, contours } = view;
  const info = algorithms.find(({ id }) => id === view.algorithm);
  const place = selected ? contours.indexOf(selected) + 1 : 0;
  return html`<aside class="panel-box" part="panel" aria-label=${t('panel')}>
    <slot name="panel-start"></slot>
    <h2>${t('parameters')}</h2>
    ${
      algorithms.length > 1
        ? html`<div class="field">
            <label for="algorithm">${t('algorithm')}</label>
            <select id="algorithm" ?disabled=${view.disabled} @change=${({ currentTarget }: Event) => {
              if (currentTarget instanceof HTMLSelectElement) view.setAlgorithm(currentTarget.value);
            }}>${algorithms.map(
              ({ id, title }) => html`<option value=${id} ?selected=${id === view.algorithm}>${title}</option>`,
            )}</select>
          </div>`
        : nothing
    }
    ${
      info
        ? parameterForm({
            schema: info.schema,
            values: view.values,
            inForce: selected?.properties.metadata.algorithm === info.id ? selected.properties.metadata : {},
            t,
            disabled: view.disabled,
            volume: view.image?.stack !== undefined,
            change: view.setParameter,
          })
        : nothing
    }
    ${pictureField(view)}
    <h2>${t('contour')} ${selected ? `${place} / ${contours.length}` : ''}</h2>
    ${selected ? html`${classField(view)}${measurements(selected.properties.measurements, view.lang)}` : html`<p class="quiet">${t('noSelection')}</p>`}
    ${lines(view)}
    <h2>${t('export')}</h2>
    <div class="field">
      <select aria-label=${t('format')} @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement) view.setFormat(currentTarget.value);
      }}>${Object.entries(writers)
        .filter(([, writer]) => isWritable(writer, view.image))
        .map(([id, { title }]) => html`<option value=${id} ?selected=${id === view.format}>${title}</option>`)}</select>
      <button type="button" class="plain" ?disabled=${contours.length === 0} @click=${view.save}>${t('saveNow')}</button>
    </div>
    <slot name="panel-end"></slot>
  </aside>`;
};
