/** Additions of a host to the requests of the engine. */
import { badParameter, reasonOf, show } from '../../core/errors.js';

/** Headers and credentials of a request. */
export interface RequestSettings {
  /** Such as `Authorization`: an object, `Headers`, or pairs of names and values. */
  readonly headers?: Readonly<Record<string, string>> | Iterable<[string, string]>;
  /** Whether cookies go to other origins: `include`. As `fetch` does when not given. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
}

/**
 * Settings for an address, requested again for each request, because tokens expire. After a refusal they are requested once more, with the server's
 * status, 401 or 403, as `refused`: a cached token is then no longer valid.
 */
export type AskRequest = (url: string, refused?: number) => RequestSettings | Promise<RequestSettings>;

const credentialsOf: readonly unknown[] = ['omit', 'same-origin', 'include'] satisfies RequestSettings['credentials'][];

const settingsBy = async (
  ask: AskRequest | undefined,
  url: string,
  refused: number | undefined,
): Promise<RequestSettings> => {
  const refuse = (wanted: string): Error => badParameter('requestInit', url, wanted);
  let settings: RequestSettings;
  try {
    settings = (await (refused === undefined ? ask?.(url) : ask?.(url, refused))) ?? {};
  } catch (error) {
    throw refuse(`the function failed: ${reasonOf(error)}`);
  }
  if (typeof settings !== 'object') throw refuse(`it must give {headers, credentials}, and gave ${show(settings)}`);
  const { credentials } = settings;
  if (credentials !== undefined && !credentialsOf.includes(credentials))
    throw refuse(`its credentials must be omit, same-origin or include, and are ${show(credentials)}`);
  return settings;
};

/** Headers by their names in lower case, so that names that differ in case alone are the same. Throws a `TypeError` where no request can have them. */
export const headersOf = ({ headers = {} }: RequestSettings): Readonly<Record<string, string>> =>
  Object.fromEntries(new Headers(isIterable(headers) ? [...headers] : headers));

const isIterable = (headers: object): headers is Iterable<[string, string]> => Symbol.iterator in headers;

/**
 * The `RequestInit` for a URL: the host's settings, overridden by `own` headers.
 * @param own by their names in lower case
 * @throws SegmenterError `bad-parameter` where the host's function fails, or gives what no request can have
 */
export const requestInit = async (
  url: string,
  ask: AskRequest | undefined,
  own: Readonly<Record<string, string>>,
  refused?: number,
): Promise<RequestInit> => {
  const settings = await settingsBy(ask, url, refused);
  const { credentials } = settings;
  try {
    return { headers: { ...headersOf(settings), ...own }, ...(credentials === undefined ? {} : { credentials }) };
  } catch (error) {
    throw badParameter('requestInit', url, `its headers cannot be sent: ${reasonOf(error)}`);
  }
};
