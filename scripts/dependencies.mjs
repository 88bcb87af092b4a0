/**
 * Packages that a browser cannot import as they are published (UMD, or CommonJS among their dependencies), each made
 * into one ES module under `.build/vendor/`, for tests that run from the sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

export const vendored = ['openseadragon', 'geotiff', 'comlink'];

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
