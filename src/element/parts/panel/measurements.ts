/** Measurements as a list of names and figures. */
import { html, nothing, type TemplateResult } from 'lit';
import { remembered } from '../../../core/remembered.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { lineTotals } from '../../contours/line-totals.js';
import { measurementTitle } from '../../i18n/fields/fields.js';
import { figure, readable } from '../../i18n/figures.js';
import type { Translate } from '../../i18n/messages.js';

/** Renders measurements by name; units are part of the names. `colours`: bands are red, green and blue. */
export const measurements = (
  values: Readonly<Record<string, number>>,
  lang: string,
  part = 'measurements',
  colours = false,
): TemplateResult => html`<dl part=${part}>
  ${Object.entries(values)
    .map(([name, value]) => readable(name, value))
    .map(([name, value]) => html`<dt>${measurementTitle(lang, name, colours)}</dt><dd>${figure(value, lang)}</dd>`)}
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
