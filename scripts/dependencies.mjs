/**
 * The package's dependencies as ES modules that a browser can import, for tests that run from the sources: some are
 * published as UMD, or have CommonJS among their own dependencies. Each is one file under `.build/vendor/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { forNode } from './for-node.mjs';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Lit is many modules that share one state, and all of them are plain ES modules. */
const vendored = Object.keys(dependencies).filter(
  (name) => name !== 'lit' && !name.startsWith('@types/') && !forNode.includes(name),
);

const version = (name) => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version;

/** Resolves to a map from package name to the path of its module, below the project's root. */
export async function vendor(folder = '.build/vendor') {
  const paths = new Map();
  for (const name of vendored) {
    const outfile = `${folder}/${name}-${version(name)}.js`;
    paths.set(name, `/${outfile}`);
    if (existsSync(outfile)) continue;
    await build({
      entryPoints: [name],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      outfile,
      logLevel: 'error',
    });
  }
  return paths;
}
