/** What the page's attributes and properties say of a run. */
import type { AlgorithmInfo } from '../worker/protocol.js';

export interface Said {
  readonly algorithm: string;
  readonly model?: string | undefined;
  readonly channel?: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The algorithm, and those of its parameters that are set: an attribute counts where the algorithm has such a parameter. */
export const settingsOf = (
  said: Said,
  algorithm: string,
  infos: readonly AlgorithmInfo[],
): { readonly algorithm: string; readonly parameters: Record<string, unknown> } => {
  const { model, channel } = said;
  const known = infos.find(({ id }) => id === algorithm)?.schema.properties;
  const all: Record<string, unknown> = { ...said.parameters, model, channel };
  const counts = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && (known === undefined || Object.hasOwn(known, name) || algorithm === said.algorithm);
  const mine = Object.entries(all).filter(counts);
  const foreign = new Set(['model', 'channel'].filter((name) => known && !Object.hasOwn(known, name)));
  return { algorithm, parameters: Object.fromEntries(mine.filter(([name]) => !foreign.has(name))) };
};
