/** Additions of a host to the requests of the engine. */
import { badParameter, reasonOf } from '../../core/errors.js';

/** Headers and credentials of a request. */
export interface RequestSettings {
  /** Such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether cookies go to other origins: `include`. As `fetch` does when not given. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
}

/**
 * Settings for an address, requested again for each request, because tokens expire. After a refusal they are requested once more, with the server's
 * status, 401 or 403, as `refused`: a cached token is then no longer valid.
 */
export type AskRequest = (url: string, refused?: number) => RequestSettings | Promise<RequestSettings>;

const isSettings = (value: unknown): value is RequestSettings => typeof value === 'object' && value !== null;

const settingsBy = async (ask: AskRequest | undefined, url: string, refused: number | undefined): Promise<unknown> => {
  try {
    return await (refused === undefined ? ask?.(url) : ask?.(url, refused));
  } catch (error) {
    throw badParameter('requestInit', url, `the function failed: ${reasonOf(error)}`);
  }
};

/**
 * The `RequestInit` for a URL: the host's settings, overridden by `own` headers.
 * @throws SegmenterError `bad-parameter` where the host's function fails
 */
export const requestInit = async (
  url: string,
  ask: AskRequest | undefined,
  own: Readonly<Record<string, string>>,
  refused?: number,
): Promise<RequestInit> => {
  const settings = await settingsBy(ask, url, refused);
  if (!isSettings(settings)) return { headers: own };
  const { headers, credentials } = settings;
  return { headers: { ...headers, ...own }, ...(credentials === undefined ? {} : { credentials }) };
};
