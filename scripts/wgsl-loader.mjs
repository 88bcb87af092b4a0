/** Node module hooks: `node --import ./scripts/wgsl-loader.mjs` lets tests and benches import `.wgsl` files. */
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { wgslModule } from './wgsl.mjs';

export async function load(url, context, next) {
  if (!url.endsWith('.wgsl')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: wgslModule(fileURLToPath(url)) };
}

if (isMainThread) register(import.meta.url);
