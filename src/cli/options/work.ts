/** Options that say on what the work is done. */
import type { BackendChoice } from '../../compute/backend.js';
import { Pool, processesFor } from '../pool/pool.js';
import { countOf, oneOf } from './values.js';

/** The number of processes and the backend, as they were typed. */
export interface WorkOptions {
  readonly processes?: string;
  readonly backend?: string;
}

const backends = ['auto', 'cpu', 'webgpu'] as const;

/** The backend of the options; `auto` when not given. Throws `bad-parameter`. */
export const backendOf = ({ backend }: WorkOptions): BackendChoice => oneOf('backend', backend ?? 'auto', backends);

/** A pool whose processes end at once when `signal` is aborted. Close it after use. */
export const poolOf = ({ processes }: WorkOptions, signal: AbortSignal): Pool => {
  const pool = new Pool(processes === undefined ? processesFor() : countOf('processes', processes));
  signal.addEventListener('abort', () => void pool.close(true), { once: true });
  return pool;
};
