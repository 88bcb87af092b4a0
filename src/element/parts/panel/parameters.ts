/** A form built from an algorithm's schema: one field a parameter, the rarer ones behind a fold. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AlgorithmSchema, ParameterSchema } from '../../../algorithm/algorithm.js';
import { checkParameters, defaultOf } from '../../../algorithm/parameters.js';
import { show } from '../../../core/errors.js';
import type { Translate } from '../../i18n/messages.js';

export interface ParametersView {
  readonly schema: AlgorithmSchema;
  /** The values that were set; the schema's defaults count for the others. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The parameters of the selected contour where the same algorithm made it, shown beside `auto`. */
  readonly inForce: Readonly<Record<string, string>>;
  readonly t: Translate;
  readonly lang: string;
  readonly disabled: boolean;
  /** A volume is open. */
  readonly volume: boolean;
  /** `undefined` goes back to the default. */
  change(name: string, value: unknown): void;
}

const numbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** The value of a field, or `undefined` where it is empty. Throws `bad-parameter` where the schema refuses it. */
const parse = (text: string, name: string, schema: ParameterSchema): unknown => {
  if (text.trim() === '') return undefined;
  const value = schema.type === 'string' ? text : schema.type === 'array' ? numbers(text) : Number(text);
  return checkParameters({ [name]: value }, { type: 'object', properties: { [name]: schema } })[name];
};

/** The text `auto`, with the value chosen for the selected contour, and in brackets the reason, which metadata hold under `…Reason`. */
const automatic = (name: string, { inForce }: ParametersView): string => {
  const { [name]: found, [`${name}Reason`]: reason } = inForce;
  if (found === undefined || found === 'auto') return 'auto';
  return reason === undefined ? `auto: ${found}` : `auto: ${found} (${reason})`;
};

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(show).join(', ') : value === undefined || value === null ? '' : show(value);

/** Values that a field takes, in words. */
const rangeText = ({ minimum, maximum, type }: ParameterSchema, { t, lang }: ParametersView): string => {
  const digits = new Intl.NumberFormat(lang, { maximumSignificantDigits: 8 });
  const [low, high] = [minimum, maximum].map((bound) => (bound === undefined ? undefined : digits.format(bound)));
  if (low !== undefined && high !== undefined) return t('between', { low, high });
  if (low !== undefined) return t('atLeast', { low });
  if (high !== undefined) return t('atMost', { high });
  return t(type === 'integer' ? 'wholeNumber' : 'otherValue');
};

/** Text of a value in its field; nothing of one that the algorithm finds by itself, which is shown in its place. */
const shownText = (value: unknown, schema: ParameterSchema): string =>
  schema.automatic && value === 'auto' ? '' : textOf(value);

const control = (name: string, schema: ParameterSchema, view: ParametersView): TemplateResult => {
  const standard = defaultOf(name, view.values, view.schema);
  const value = view.values[name] ?? standard;
  const id = `parameter-${name}`;
  const about = `about-${name}`;
  if (schema.type === 'boolean') {
    return html`<input id=${id} type="checkbox" aria-describedby=${about} .checked=${value === true} ?disabled=${view.disabled}
      @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLInputElement) view.change(name, currentTarget.checked);
      }} />`;
  }
  if (schema.enum) {
    return html`<select id=${id} aria-describedby=${about} ?disabled=${view.disabled}
      @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement) view.change(name, currentTarget.value);
      }}>${schema.enum.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice === 'auto' ? automatic(name, view) : choice}</option>`)}</select>`;
  }
  const numeric = schema.type === 'number' || schema.type === 'integer';
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : 'any');
  return html`<input id=${id} type=${numeric ? 'number' : 'text'} aria-describedby=${about} .value=${live(shownText(value, schema))}
    min=${schema.minimum ?? nothing} max=${schema.maximum ?? nothing} step=${numeric ? step : nothing}
    placeholder=${schema.automatic ? automatic(name, view) : textOf(standard) || view.t('automatic')} ?disabled=${view.disabled}
    @change=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLInputElement) take(currentTarget, name, schema, view);
    }} />`;
};

/** A value that is refused is not in force: the one before comes back into the field, and what would do is said below it. */
const take = (input: HTMLInputElement, name: string, schema: ParameterSchema, view: ParametersView): void => {
  const refusal = input.closest('.field')?.querySelector('.refused');
  try {
    view.change(name, parse(input.value, name, schema));
    input.removeAttribute('aria-invalid');
    if (refusal) refusal.textContent = '';
  } catch {
    input.setAttribute('aria-invalid', 'true');
    if (refusal) refusal.textContent = view.t('refused', { value: input.value, wanted: rangeText(schema, view) });
    input.value = shownText(view.values[name] ?? defaultOf(name, view.values, view.schema), schema);
  }
};

/** Takes back what was said of refused values. */
const forget = (form: Element | null): void => {
  for (const refusal of form?.querySelectorAll('.refused') ?? []) refusal.textContent = '';
  for (const input of form?.querySelectorAll('[aria-invalid]') ?? []) input.removeAttribute('aria-invalid');
};

/** The help shows while the field has the focus, or the pointer. */
const field = ([name, schema]: readonly [string, ParameterSchema], view: ParametersView): TemplateResult =>
  html`<div class="field" part="field">
    <label for="parameter-${name}">${schema.title}</label>${control(name, schema, view)}
    <p class="refused" aria-live="polite"></p>
    <p class="about" id="about-${name}">${schema.description}</p>
  </div>`;

export const parameterForm = (view: ParametersView): TemplateResult => {
  const entries = Object.entries(view.schema.properties).filter(([, { volume }]) => volume !== true || view.volume);
  const common = entries.filter(([, schema]) => schema.advanced !== true);
  const rare = entries.filter(([, schema]) => schema.advanced === true);
  const touched = Object.keys(view.values).some((name) => view.values[name] !== undefined);
  return html`
    ${common.map((entry) => field(entry, view))}
    ${
      rare.length === 0
        ? nothing
        : html`<details><summary>${view.t('moreParameters')}</summary>${rare.map((entry) => field(entry, view))}</details>`
    }
    ${
      touched && !view.disabled
        ? html`<button type="button" class="link" @click=${({ currentTarget }: Event) => {
            for (const [name] of entries) view.change(name, undefined);
            if (currentTarget instanceof HTMLElement) forget(currentTarget.closest('.content'));
          }}>${view.t('defaults')}</button>`
        : nothing
    }
  `;
};
