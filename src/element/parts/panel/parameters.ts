/** A form built from an algorithm's schema: one field a parameter, the rarer ones behind a fold. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AlgorithmSchema, ParameterSchema } from '../../../algorithm/algorithm.js';
import { checkParameters, defaultOf } from '../../../algorithm/parameters.js';
import { show } from '../../../core/errors.js';
import { type FieldNames, fieldNames } from '../../i18n/fields/fields.js';
import type { Translate } from '../../i18n/messages.js';
import { channelSelect } from './channel-list.js';
import { begins, commits, typed } from './typed.js';

/** An algorithm's schema and values, and what the form calls. */
export interface ParametersView {
  /** The algorithm's id. */
  readonly algorithm: string;
  readonly schema: AlgorithmSchema;
  /** The values that were set; the schema's defaults count for the others. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The parameters of the selected contour where the same algorithm made it, shown beside `auto`. */
  readonly inForce: Readonly<Record<string, string>>;
  readonly t: Translate;
  readonly lang: string;
  readonly disabled: boolean;
  /** Of the image; none while there is none. */
  readonly bands: number | undefined;
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

/** A title of `auto`, with the value chosen for the selected contour. */
const automatic = (
  title: string,
  name: string,
  { inForce }: ParametersView,
  titleOf = (value: string) => value,
): string => {
  const found = inForce[name];
  return found === undefined || found === 'auto' ? title : `${title}: ${titleOf(found)}`;
};

/** Writes numbers as a language does, with three figures at most. */
const digitsIn = (lang: string): ((value: string) => string) => {
  const digits = new Intl.NumberFormat(lang, { maximumSignificantDigits: 3 });
  return (value) => digits.format(Number(value));
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

const control = (name: string, schema: ParameterSchema, view: ParametersView, names: FieldNames): TemplateResult => {
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
  if (schema.channels) {
    const set = (channel: string): void => view.change(name, channel);
    return channelSelect({ ...view, id, about, forms: schema.channels, value, set });
  }
  if (schema.enum) {
    const title = (choice: string): string => names.choice(choice)[0];
    return html`<select id=${id} aria-describedby=${about} ?disabled=${view.disabled}
      @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement) view.change(name, currentTarget.value);
      }}>${schema.enum.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice === 'auto' ? automatic(title(choice), name, view, title) : title(choice)}</option>`)}</select>`;
  }
  const numeric = schema.type === 'number' || schema.type === 'integer';
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : 'any');
  return html`<input id=${id} type=${numeric ? 'number' : 'text'} aria-describedby=${about} .value=${typed(shownText(value, schema))}
    min=${schema.minimum ?? nothing} max=${schema.maximum ?? nothing} step=${numeric ? step : nothing}
    placeholder=${schema.automatic ? automatic(view.t('automatic'), name, view, numeric ? digitsIn(view.lang) : undefined) : textOf(standard) || view.t('automatic')} ?disabled=${view.disabled}
    @input=${begins()} @change=${commits(view, (input: HTMLInputElement) => take(input, name, schema, view))} />`;
};

/** A rejected value has no effect: the field shows the previous value again, with the valid values below. */
const take = (input: HTMLInputElement, name: string, schema: ParameterSchema, view: ParametersView): void => {
  const refusal = input.closest('.field')?.querySelector('.refused');
  try {
    view.change(name, parse(input.value, name, schema));
    input.removeAttribute('aria-invalid');
    if (refusal) refusal.textContent = '';
  } catch {
    input.setAttribute('aria-invalid', 'true');
    if (refusal)
      refusal.textContent = view.t('refused', {
        name: fieldNames(view.lang, view.algorithm, name, schema).title,
        value: input.value,
        wanted: rangeText(schema, view),
      });
    input.value = shownText(view.values[name] ?? defaultOf(name, view.values, view.schema), schema);
  }
};

/** Takes back what was said of the values that fields refused. */
export const forgetRefusals = (form: ParentNode | null): void => {
  for (const refusal of form?.querySelectorAll('.refused') ?? []) {
    refusal.textContent = '';
    for (const input of refusal.parentElement?.querySelectorAll('[aria-invalid]') ?? [])
      input.removeAttribute('aria-invalid');
  }
};

/** The next best choice and by how much it is worse, which metadata hold under `…Reason` where `auto` was asked for: `gamma + 12 nats`. */
const reasonText = (name: string, { inForce }: ParametersView, names: FieldNames): string => {
  const [second = '', ...rest] = inForce[`${name}Reason`]?.split(' ') ?? [];
  return second === '' ? '' : ` (${[names.choice(second)[0], ...rest].join(' ')})`;
};

/** When to choose the value that is set, below the description. */
const whenText = (name: string, schema: ParameterSchema, view: ParametersView, names: FieldNames) => {
  const value = view.values[name] ?? defaultOf(name, view.values, view.schema);
  const when = schema.enum && typeof value === 'string' ? names.choice(value)[1] : undefined;
  const reason = value === 'auto' ? reasonText(name, view, names) : '';
  return when === undefined ? nothing : html`<p class="when">${when}${reason}</p>`;
};

/** Each choice with when to choose it. */
const choicesText = ({ enum: choices }: ParameterSchema, names: FieldNames) => {
  if (!choices?.some((choice) => names.choice(choice)[1] !== undefined)) return nothing;
  return html`<ul>${choices.map((choice) => {
    const [title, when = ''] = names.choice(choice);
    return html`<li><b>${title}</b> ${when}</li>`;
  })}</ul>`;
};

/** The help shows while the field has the focus, or the pointer. */
const field = ([name, schema]: readonly [string, ParameterSchema], view: ParametersView): TemplateResult => {
  const names = fieldNames(view.lang, view.algorithm, name, schema);
  return html`<div class="field ${schema.channels ? 'wide' : schema.enum || schema.automatic ? 'whole' : ''}" part="field">
    <label for="parameter-${name}">${names.title}</label>${control(name, schema, view, names)}
    <p class="refused" aria-live="polite"></p>
    ${whenText(name, schema, view, names)}
    <div class="about" id="about-${name}"><p>${names.about}</p>${choicesText(schema, names)}</div>
  </div>`;
};

/** Renders the form of an algorithm's parameters. */
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
            if (currentTarget instanceof HTMLElement) forgetRefusals(currentTarget.closest('.content'));
          }}>${view.t('defaults')}</button>`
        : nothing
    }
  `;
};
