/**
 * The one place that knows how a `.wgsl` file becomes a JavaScript module.
 *
 * A kernel includes shared code with a line `#import u64`, which stands for `src/wgsl/shared/u64.wgsl`.
 * Imports nest, each file is included once, and an unknown name or directive is an error.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shared = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'wgsl', 'shared');

/** The shader source of `file` with its `#import` lines resolved. */
export function expandWgsl(file, seen = new Set(), read = (path) => readFileSync(path, 'utf8')) {
  return read(file)
    .split('\n')
    .map((line) => {
      if (!line.startsWith('#')) return line;
      const name = /^#import (\w+)$/.exec(line.trimEnd())?.[1];
      if (name === undefined) throw new Error(`${file}: unknown directive "${line}"; only "#import name" is known`);
      if (seen.has(name)) return '';
      seen.add(name);
      return expandWgsl(join(shared, `${name}.wgsl`), seen, read);
    })
    .join('\n');
}

/** The JavaScript module that exports the expanded source as its default. */
export const wgslModule = (file) => `export default ${JSON.stringify(expandWgsl(file))};\n`;

/** Rollup plugin. */
export const wgslPlugin = () => ({
  name: 'wgsl',
  load(id) {
    return id.endsWith('.wgsl') ? { code: wgslModule(id), map: null } : null;
  },
});
