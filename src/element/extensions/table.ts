/** Registrations of one kind by the page, by id. Of several with the same id the last counts until it is disposed of. */
import { badParameter, reasonOf, SegmenterError } from '../../core/errors.js';
import { checkFunction, givenOf, reading } from '../../core/given.js';

/** Entries by id, in the order of their registration. */
export class Table<Entry extends { readonly id: string }> {
  #entries: readonly Entry[] = [];
  #list: readonly Entry[] = [];

  constructor(private readonly changed: () => void) {}

  /** Those that count, in the order in which they came; the same list until one comes or goes. */
  get list(): readonly Entry[] {
    return this.#list;
  }

  get(id: string): Entry | undefined {
    return this.#entries.findLast((entry) => entry.id === id);
  }

  /** Adds an entry. The function returned takes it out again. */
  add(entry: Entry): () => void {
    this.#set([...this.#entries, entry]);
    return () => {
      if (this.#entries.includes(entry)) this.#set(this.#entries.filter((other) => other !== entry));
    };
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#list = entries.filter((entry) => this.get(entry.id) === entry);
    this.changed();
  }
}

type Loose<T> = Partial<Record<keyof T, unknown>>;

/** The form of an id: what an attribute and a condition such as `tool.brush` can name. */
const ID = /^[\w.-]+$/;

/**
 * Checks what a page registers, and gives a copy of it.
 * @param kind of the registration, for messages
 * @param given from the page
 * @param taken ids of the component's own
 * @param functions the members that must be functions
 * @param optional the members that may be
 * @throws SegmenterError `bad-parameter`
 */
export const checkedEntry = <T extends { readonly id: string; readonly title: Title }>(
  kind: string,
  given: T,
  taken: readonly string[],
  functions: readonly (keyof T & string)[],
  optional: readonly (keyof T & string)[] = [],
): T => {
  const wanted = `it must be {${['id', 'title', ...functions].join(', ')}}`;
  const entry = givenOf(kind, given, wanted);
  const loose: Loose<T> = entry;
  const { id, title }: Loose<T> = loose;
  if (typeof id !== 'string' || !ID.test(id))
    throw badParameter(`${kind}.id`, id, 'it must be of letters, digits, dots and dashes, and not empty');
  if (taken.includes(id)) throw badParameter(`${kind}.id`, id, 'the component has one of that name itself');
  checkTitle(`${kind}.title`, title);
  for (const name of functions) checkFunction(`${kind}.${name}`, loose[name]);
  for (const name of optional) if (loose[name] !== undefined) checkFunction(`${kind}.${name}`, loose[name]);
  return entry;
};

/** A text for people: one for all languages, or one a language by its tag, such as `{en: 'Brush', de: 'Pinsel'}`. */
export type Title = string | Readonly<Record<string, string>>;

/** Throws `bad-parameter` where a title is neither a text nor texts by language. */
export const checkTitle = (name: string, title: unknown): void => {
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const wanted = "it must be a text that is not empty, or texts by language such as {en: 'Brush', de: 'Pinsel'}";
  const texts: readonly unknown[] =
    typeof title === 'object' && title !== null ? reading(name, () => Object.values(title)) : [title];
  if (texts.length === 0 || !texts.every(isText)) throw badParameter(name, title, wanted);
};

/** The title in a language: of the tag, of its first part, of English, else the first there is. */
export const titleIn = (title: Title, tag: string): string => {
  if (typeof title === 'string') return title;
  const language = tag.toLowerCase();
  return title[language] ?? title[language.split('-')[0] ?? ''] ?? title.en ?? Object.values(title)[0] ?? '';
};

/** The reported form of an extension's error; coded errors of the component are unchanged. */
export const toldOf = (kind: string, id: string, error: unknown): SegmenterError =>
  error instanceof SegmenterError
    ? error
    : new SegmenterError('bad-extension', { kind, name: id, reason: reasonOf(error) }, { cause: error });
