/**
 * The package's dependencies as ES modules that a browser can import, for tests that run from the sources: some are
 * published as UMD, or have CommonJS among their own dependencies. Each is one file under `.build/vendor/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundled, peers } from '../bundled.mjs';
import { forNode } from '../for-node.mjs';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Lit is many modules that share one state, and all of them are plain ES modules. */
const vendored = [...Object.keys(dependencies), ...peers, ...bundled].filter(
  (name) => name !== 'lit' && !name.startsWith('@types/') && !forNode.includes(name),
);

const manifest = (name) => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));

/** Entry of a package to build: one that repeats the names of a CommonJS one, which a bundler cannot see, else itself. */
const entryOf = async (name) => {
  const { type, module, exports } = manifest(name);
  if (type === 'module' || module !== undefined || exports !== undefined) return { entryPoints: [name] };
  const names = Object.keys(await import(name).catch(() => ({}))).filter(
    (each) => !['default', 'module.exports'].includes(each),
  );
  if (names.length === 0) return { entryPoints: [name] };
  return { stdin: { contents: `export { ${names.join(', ')} } from '${name}';`, resolveDir: '.' } };
};

/** Resolves to a map from package name to the path of its module, below the project's root. */
export async function vendor(folder = '.build/vendor') {
  const paths = new Map();
  for (const name of vendored) {
    const outfile = `${folder}/${name}-${manifest(name).version}.js`;
    paths.set(name, `/${outfile}`);
    if (existsSync(outfile)) continue;
    await build({
      ...(await entryOf(name)),
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
