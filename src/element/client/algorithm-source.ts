/** Where algorithms of the host come from. */

import type { Algorithm } from '../../algorithm/algorithm.js';
import { badParameter } from '../../core/errors.js';
import { reading } from '../../core/given.js';
import { isRecord } from '../../core/record.js';
import { absolute } from '../../core/url.js';

/** An algorithm, or the exports of a module with some. */
export type AlgorithmModule = Algorithm | Readonly<Record<string, unknown>>;

/** Algorithms that the host's bundler made ready: in the page, or in a worker whose script calls `provide`. */
export type AlgorithmCode = AlgorithmModule | (() => Worker | AlgorithmModule | Promise<Worker | AlgorithmModule>);

/** Algorithms of the host: the address of a module, which the engine's worker loads; a module or an algorithm, which runs in the page; or a function that gives such a module, or a worker. */
export type AlgorithmSource = string | URL | AlgorithmCode;

/** The source as it is kept: an absolute address, or code. Throws `bad-parameter` where it is neither. */
export const sourceIn = (source: unknown): string | AlgorithmCode => {
  const its = reading('module', () => {
    if (typeof source === 'string' || source instanceof URL) return absolute(source);
    return isCode(source) ? source : undefined;
  });
  if (its !== undefined) return its;
  throw badParameter(
    'module',
    source,
    'it must be an address, a module with algorithms, or a function that gives one or a worker',
  );
};

const isCode = (value: unknown): value is AlgorithmCode => typeof value === 'function' || isRecord(value);
