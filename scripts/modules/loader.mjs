/** Node's module hooks: `node --import ./scripts/modules/loader.mjs` lets tests and benches import `.wgsl` files and codecs. */
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { codeOf } from './modules.mjs';

export async function resolve(specifier, context, next) {
  return specifier.startsWith('codec:') ? { url: specifier, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith('codec:') && !url.endsWith('.wgsl')) return next(url, context);
  const source = codeOf(url.startsWith('codec:') ? url : fileURLToPath(url));
  return { format: 'module', shortCircuit: true, source };
}

if (isMainThread) register(import.meta.url);
