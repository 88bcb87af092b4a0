import { badParameter } from '../core/errors.js';

/** A number of processors, of at least 1. Throws `bad-parameter`. */
export const checkCores = (cores: unknown): number => {
  if (typeof cores === 'number' && Number.isFinite(cores) && cores >= 1) return cores;
  throw badParameter('cores', cores, 'it must be a number of at least 1');
};
