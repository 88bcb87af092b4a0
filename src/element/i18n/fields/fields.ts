/** Names of parameters, choices, channels and measurements in the language of the page. */
import { fill } from '../../../core/errors.js';
import { ownValue } from '../../../core/record.js';
import { englishFields } from './en.js';
import type { ChoiceText, FieldTable } from './field-table.js';

const tables = new Map<string, FieldTable>([['en', englishFields]]);

/** Whether there are names of a language. */
export const hasFields = (code: string): boolean => tables.has(code);

/** Adds or replaces the names of a language; what is left out stays English. */
export const addFields = (code: string, table: Partial<FieldTable>): void => {
  tables.set(code.toLowerCase(), { algorithms: {}, parameters: {}, channels: {}, measurements: {}, ...table });
};

const tableOf = (tag: string): FieldTable => {
  const code = tag.toLowerCase();
  return tables.get(code) ?? tables.get(code.split('-')[0] ?? code) ?? englishFields;
};

/** Title of an algorithm: that of the language, else its own. */
export const algorithmTitle = (tag: string, { id, title }: { readonly id: string; readonly title: string }): string =>
  tableOf(tag).algorithms[id] ?? title;

interface NamedSchema {
  readonly title: string;
  readonly description: string;
}

/** Title, explanation and choices of a parameter in the page's language. */
export interface FieldNames {
  readonly title: string;
  readonly about: string;
  /** Title of a choice, and when to choose it; the value itself where the table has no words for it. */
  choice(value: string): ChoiceText;
}

/** Names of a parameter of an algorithm: those of the language, else those of its schema. */
export const fieldNames = (tag: string, algorithm: string, name: string, schema: NamedSchema): FieldNames => {
  const find = ({ parameters }: FieldTable) => parameters[`${algorithm}.${name}`] ?? parameters[name];
  // An algorithm of the page has its own names.
  const known = BUILT_IN.has(algorithm);
  const [own, english] = known ? [find(tableOf(tag)), find(englishFields)] : [];
  return {
    title: own?.title ?? schema.title,
    about: own?.about ?? schema.description,
    choice: (value) => own?.choices?.[value] ?? english?.choices?.[value] ?? [value],
  };
};

const BUILT_IN: ReadonlySet<string> = new Set(['snake', 'level-set', 'linear-features']);

/** Title of a channel: `band:2` is “Band 2”. */
export const channelTitle = (tag: string, channel: string): string => {
  const [, form = channel, number = '', other = ''] = /^([\w-]+):(\d+)(?:\/(\d+))?$/.exec(channel) ?? [];
  const own = tableOf(tag).channels;
  // Decibels of a band are named by both.
  if (form === 'db' && number !== '') return `${channelTitle(tag, 'db')}, ${channelTitle(tag, `band:${number}`)}`;
  const text = own[form] ?? englishFields.channels[form];
  return text === undefined ? channel : fill(text, { number, other });
};

const UNIT = / (px|µm|mm|cm|m)((?:\/\1)?(?:\^[23])?)$/;

/** Channels of the bands of an image of colours. */
const COLOURS: readonly string[] = ['red', 'green', 'blue'];

/** Title of a band, from 1: `Band 2`, or of a colour image `Green`. */
const bandTitle = (tag: string, band: number, colours: boolean): string =>
  channelTitle(tag, (colours ? COLOURS[band - 1] : undefined) ?? `band:${band}`);

/** `Area px^2` as `Area, px²`, in the language of the page. `colours`: its bands are red, green and blue. */
export const measurementTitle = (tag: string, name: string, colours = false): string => {
  const [, all, band] = /^(.+) band (\d+)$/.exec(name) ?? [];
  if (all !== undefined) return `${measurementTitle(tag, all)}, ${bandTitle(tag, Number(band), colours)}`;
  const bare = name.replace(UNIT, '');
  const title = ownValue(tableOf(tag).measurements, bare) ?? ownValue(englishFields.measurements, bare) ?? bare;
  const [, unit, power = ''] = UNIT.exec(name) ?? [];
  return unit === undefined ? title : `${title}, ${unit}${power}`.replace('^2', '²').replace('^3', '³');
};
