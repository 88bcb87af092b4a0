/** Every text of the component, one table a language. `{name}` stands for a value. */
import { type ErrorCode, type ErrorData, fill } from '../worker/errors.js';
import { german, germanErrors } from './messages-de.js';
import { english } from './messages-en.js';

export type MessageKey = keyof typeof english;
export type MessageTable = Readonly<Record<MessageKey, string>>;
export type ErrorTable = Readonly<Record<ErrorCode, string>>;
export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

interface Language {
  readonly messages: MessageTable;
  /** English errors come with their text. */
  readonly errors?: ErrorTable;
}

const languages = new Map<string, Language>([
  ['en', { messages: english }],
  ['de', { messages: german, errors: germanErrors }],
]);

/** Adds or replaces a language; `code` is its subtag, such as `fr`. What is left out stays English. */
export const addLanguage = (code: string, messages: Partial<MessageTable>, errors?: ErrorTable): void => {
  languages.set(code.toLowerCase(), { messages: { ...english, ...messages }, ...(errors ? { errors } : {}) });
};

const languageOf = (tag: string): Language => {
  const code = tag.toLowerCase();
  return languages.get(code) ?? languages.get(code.split('-')[0]!) ?? { messages: english };
};

export const translator =
  (tag: string): Translate =>
  (key, values = {}) =>
    fill(languageOf(tag).messages[key], values);

/** An error's text in a language; the values that it names stay as they came. */
export const errorText = (tag: string, error: Pick<ErrorData, 'code' | 'message' | 'values'>): string => {
  const text = languageOf(tag).errors?.[error.code];
  return text !== undefined && error.values ? fill(text, error.values) : error.message;
};
