/** Every text of the component, with one table for each language. `{name}` is replaced by a value. */
import { badParameter, type ErrorData, type ErrorValues, fill } from '../../core/errors.js';
import { reading } from '../../core/given.js';
import { type Later, later } from '../../core/later.js';
import { type ReasonData, tell } from '../../core/reasons.js';
import { isInPage } from '../in-page.js';
import { english } from './en.js';
import type { FieldTable } from './fields/field-table.js';
import { addFields, hasFields } from './fields/fields.js';
import { inNumber } from './plurals.js';
import type { ErrorTable, MessageKey, MessageTable, ReasonTable } from './tables.js';

/** Values for the names in braces of a text. A localised figure is a function of the language's tag; a reason has a sentence in each language. */
export type MessageValues = Readonly<Record<string, string | number | ReasonData | ((lang: string) => string)>>;
/** Gives the text of a message. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

interface Language {
  /** What is missing is told in English. */
  readonly messages: Partial<MessageTable>;
  /** English errors come with their text. */
  readonly errors?: Partial<ErrorTable>;
  readonly reasons?: ReasonTable;
}

/** The messages in English, as far as they are loaded. */
const inEnglish: Partial<MessageTable> = { ...english };

/** Adds messages in English that load later than the others. */
export const addEnglish = (messages: Partial<MessageTable>): void => {
  Object.assign(inEnglish, messages);
};

const languages = new Map<string, Language>([['en', { messages: inEnglish }]]);

/** Languages that come with the component, each loaded once a page wants it. */
const packaged = new Map<string, Later<Required<Language> & { readonly fields: FieldTable }>>([
  ['de', later(() => import('./languages/de.js'))],
  ['fr', later(() => import('./languages/fr.js'))],
]);

/** The code of the language of a tag that comes with the component and is not loaded. */
const missing = (tag: string): string | undefined =>
  [tag.toLowerCase(), tag.toLowerCase().split('-')[0]!].find(
    (code) => packaged.has(code) && !(languages.has(code) && hasFields(code)),
  );

/**
 * Loads the language of a tag; nothing where it is there, or none that comes with the component. What a page added stays. Rejects
 * with `not-loaded`; until a language is there, its texts are English.
 */
export const loadLanguage = (tag: string): Promise<void> | undefined => {
  const code = missing(tag);
  return code === undefined ? undefined : take(code);
};

const take = async (code: string): Promise<void> => {
  const { messages, errors, fields, reasons } = (await packaged.get(code)?.load()) ?? {};
  if (messages && errors && reasons && !languages.has(code)) languages.set(code, { messages, errors, reasons });
  if (fields && !hasFields(code)) addFields(code, fields);
};

/**
 * Adds or replaces a language. What is left out stays English.
 * @param code its subtag (BCP 47), such as `es`
 * @param messages texts of the component, by key; `{name}` is replaced by a value, and `{name, plural, one {…} few {…} other {…}}` by the words
 * for that number, by the plural categories of the language (CLDR)
 * @param errors texts of the errors, by code
 * @param fields names of parameters, choices, channels and measurements
 * @param reasons sentences for reasons of errors, by their codes; `{0}`, `{1}` stand for the values in the order of the English sentence
 * @throws SegmenterError `bad-parameter` where the code is no language tag, or a table holds anything but texts; nothing is added then
 */
export const addLanguage = (
  code: string,
  messages: Partial<MessageTable> = {},
  errors: Partial<ErrorTable> = {},
  fields?: Partial<FieldTable>,
  reasons: ReasonTable = {},
): void => {
  if (typeof code !== 'string' || !canonical(code)) throw badParameter('code', code, 'it must be a language tag');
  const language = {
    messages: textsOf('messages', messages),
    errors: textsOf('errors', errors),
    reasons: textsOf('reasons', reasons),
  };
  if (fields) addFields(code, textsOf('fields', fields, FIELDS_DEEP));
  languages.set(code.toLowerCase(), language);
};

/** A choice of a parameter has its texts in a list, in a table, in a table, in a table, in the language's. */
const FIELDS_DEEP = 5;

/** A copy of a table that the page gives, with texts in at most so many objects in one another. Throws `bad-parameter`. */
const textsOf = <T>(name: string, given: T, deep = 1): T => {
  const texts = reading(name, () => {
    const its = typeof given === 'object' ? { ...given } : given;
    return typeof its === 'object' && areTexts(its, deep) ? its : undefined;
  });
  if (texts) return texts;
  throw badParameter(name, given, 'it must hold texts by their keys');
};

const areTexts = (value: unknown, deep: number): boolean =>
  typeof value === 'object' && value !== null
    ? deep > 0 && Object.values(value).every((member) => areTexts(member, deep - 1))
    : typeof value === 'string';

const tablesOf = (tag: string): Language => {
  const code = tag.toLowerCase();
  return languages.get(code) ?? languages.get(code.split('-')[0]!) ?? { messages: inEnglish };
};

const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

/** The tag if it is valid, otherwise English: browsers may return POSIX's `C`, for which `Intl` throws. */
export const validTag = (tag: string): string => canonical(tag) ?? 'en';

/** By what it is: in an environment for tests the window, and its classes, may be gone before the element. */
const isShadowRoot = (tree: Node): tree is ShadowRoot =>
  tree.nodeType === tree.DOCUMENT_FRAGMENT_NODE && 'host' in tree;

/** The nearest `lang` round an element, also of what holds the shadow root that the element lies in. */
const langRound = (element: Element): string | null => {
  const near = element.closest('[lang]');
  if (near) return near.getAttribute('lang');
  const tree = element.getRootNode();
  return isShadowRoot(tree) ? langRound(tree.host) : null;
};

/** The language of the nearest `lang` round an element, else English, also where a server renders and there is no page. */
export const languageOf = (element: Element): string =>
  isInPage ? validTag(langRound(element) || element.ownerDocument.documentElement.lang || 'en') : 'en';

/** The texts in the language of a BCP 47 tag. */
export const translator =
  (tag: string): Translate =>
  (key, values) => {
    const own = tablesOf(tag).messages[key];
    const text = own ?? inEnglish[key] ?? key;
    return values ? fill(inNumber(text, values, own ? validTag(tag) : 'en'), inLanguage(values, tag)) : text;
  };

const inLanguage = (values: MessageValues, tag: string): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? value(validTag(tag))
        : typeof value === 'object'
          ? tell(value, tablesOf(tag).reasons ?? {})
          : value,
    ]),
  );

/** An error as far as its text needs it. */
type Told = Pick<ErrorData, 'code' | 'message' | 'values' | 'reasons'>;

/** The values that an error names: its reasons in a language's sentences, all others as they came. */
export const valuesIn = (tag: string, { values = {}, reasons = {} }: Omit<Told, 'code' | 'message'>): ErrorValues => {
  const { reasons: sentences = {} } = tablesOf(tag);
  const told = Object.entries(reasons).map(([name, reason]) => [name, tell(reason, sentences)]);
  return { ...values, ...Object.fromEntries(told) };
};

/** An error's text in a language. */
export const errorText = (tag: string, error: Told): string => {
  const text = tablesOf(tag).errors?.[error.code];
  return text !== undefined && error.values ? fill(text, valuesIn(tag, error)) : error.message;
};
