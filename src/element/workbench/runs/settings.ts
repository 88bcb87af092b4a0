/** The algorithm and parameters of the next run, as the element's attributes and properties give them. */
import type { AlgorithmInfo } from '../../../worker/protocol.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';

type Settings = Pick<SegmenterProperties, 'algorithm' | 'model' | 'channel' | 'parameters'>;

/**
 * The parameters that are set, for `algorithm`. `model` and `channel` count where that algorithm has such a parameter; of
 * the others, where another algorithm than the element's is asked for, those that it has.
 */
export const settingsOf = (
  { algorithm: own, model, channel, parameters }: Settings,
  algorithm: string,
  infos: readonly AlgorithmInfo[],
): Record<string, unknown> => {
  const known = infos.find(({ id }) => id === algorithm)?.schema.properties;
  const has = (name: string): boolean => known === undefined || Object.hasOwn(known, name);
  const counts = (name: string): boolean => has(name) || (algorithm === own && name !== 'model' && name !== 'channel');
  const all = {
    ...parameters,
    ...(model === undefined ? {} : { model }),
    ...(channel === undefined ? {} : { channel }),
  };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== undefined && counts(name)));
};

/** Most objects that a run without a start finds: as it is asked for, else as the algorithm's schema says; of no number where it says none. */
export const mostObjects = (
  {
    objects,
    parameters,
  }: Readonly<Record<string, unknown>> & { readonly parameters: Readonly<Record<string, unknown>> },
  algorithm: string,
  infos: readonly AlgorithmInfo[],
): number => {
  const { properties } = infos.find(({ id }) => id === algorithm)?.schema ?? {};
  return Number(objects ?? parameters.objects ?? properties?.objects?.default ?? Number.POSITIVE_INFINITY);
};
