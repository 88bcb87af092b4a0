/**
 * The page's texts in the language of the document. That is the first of the visitor's languages that the page has, unless the address
 * names one (`?lang=de`); the component takes its language from the document too.
 */
import { fill } from '../../src/core/errors.js';
import { german } from './de.js';
import { english } from './en.js';
import { french } from './fr.js';

export type TextKey = keyof typeof english;
export type Texts = Readonly<Record<TextKey, string>>;

const languages: ReadonlyMap<string, Texts> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
]);

const subtag = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The first of some language tags that the page has texts in, else English. */
export const firstKnown = (tags: readonly string[]): string =>
  tags.map(subtag).find((code) => languages.has(code)) ?? 'en';

/** Gives the document its language. */
export const chooseLanguage = (): void => {
  const asked = new URLSearchParams(location.search).get('lang');
  document.documentElement.lang = firstKnown([...(asked === null ? [] : [asked]), ...navigator.languages]);
};

export const text = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
  fill((languages.get(subtag(document.documentElement.lang)) ?? english)[key], values);

/** Calls `draw` now, and again whenever the document has another language. */
export const inEachLanguage = (draw: () => void): void => {
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ['lang'] });
  draw();
};
