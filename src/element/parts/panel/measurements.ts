/** Measurements as a list of names and figures. */
import { html, nothing, type TemplateResult } from 'lit';
import { remembered } from '../../../core/remembered.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { lineTotals } from '../../contours/line-totals.js';
import { measurementTitle } from '../../i18n/fields/fields.js';
import type { Translate } from '../../i18n/messages.js';

/** A number with four significant digits, from 1000 on as a whole number. */
export const figure = (value: number, lang: string): string =>
  new Intl.NumberFormat(
    lang,
    Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 },
  ).format(value);

/** Renders measurements by name; units are part of the names. `colours`: bands are red, green and blue. */
export const measurements = (
  values: Readonly<Record<string, number>>,
  lang: string,
  part = 'measurements',
  colours = false,
): TemplateResult => html`<dl part=${part}>
  ${Object.entries(values).map(([name, value]) => html`<dt>${measurementTitle(lang, name, colours)}</dt><dd>${figure(value, lang)}</dd>`)}
</dl>`;

const totalsIn = remembered(lineTotals);

/** The totals over all lines. */
export const totalsOfLines = (
  contours: readonly ContourFeature[],
  t: Translate,
  lang: string,
): TemplateResult | typeof nothing => {
  const totals = totalsIn(contours);
  if (Object.keys(totals).length === 0) return nothing;
  return html`<h2>${t('allLines')}</h2>${measurements(totals, lang, 'totals')}`;
};
