/**
 * The one place that knows how a `.wgsl` file becomes a JavaScript module.
 *
 * A file begins with directives, one a line:
 *
 *   #import common/u64                                       another fragment, here `src/wgsl/common/u64.wgsl`
 *   #constants snake/kernels/shared/layout: Phase, lanes     constants of a TypeScript module below `src/`, see `compute/wgsl.ts`
 *   #struct Geometry = snake/kernels/shared/layout: G        a struct of words whose offsets such a module exports
 *
 * The module exports a list: what it imports, then its own text without comments, indentation, blank lines and spaces between what
 * is apart without them. So each fragment is in a bundle once; `joined` in `src/compute/wgsl.ts` puts a kernel's text together when it is compiled.
 * `// requires: a, b` names what a fragment takes from the kernel that imports it; `wgsl-names.mjs` checks it.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src');

const directives = {
  import: /^#import ([\w/-]+)$/,
  constants: /^#constants ([\w/-]+): (\w+(?:, \w+)*)$/,
  struct: /^#struct (\w+) = ([\w/-]+): (\w+)$/,
};

/** Contents of a file: paths of the fragments it imports, constants and structs it asks for, names it requires, its lines. */
export function parseWgsl(file, read = (path) => readFileSync(path, 'utf8')) {
  const parsed = { imports: [], constants: [], structs: [], requires: [], lines: [] };
  for (const line of read(file)
    .split('\n')
    .map((each) => each.trim())) {
    const [, path, names] = directives.constants.exec(line) ?? [];
    const [, struct, from, offsets] = directives.struct.exec(line) ?? [];
    const fragment = directives.import.exec(line)?.[1];
    if (fragment) parsed.imports.push(join(src, 'wgsl', `${fragment}.wgsl`));
    else if (names) parsed.constants.push({ module: join(src, path), names: names.split(', ') });
    else if (struct) parsed.structs.push({ struct, module: join(src, from), offsets });
    else if (line.startsWith('#'))
      throw new Error(`${file}: unknown directive "${line}"; scripts/modules/wgsl.mjs says what there is`);
    else if (line.startsWith('// requires: ')) parsed.requires.push(...line.slice(13).split(', '));
    else {
      const code = line.replace(/\s*\/\/.*$/, '');
      if (code !== '') parsed.lines.push(code);
    }
  }
  return parsed;
}

/** A line without spaces beside signs; those between two signs stay, since `- -` is not `--`. */
const tight = (line) => line.replace(/(?<=[\w)\]]) (?=[^\w@])|(?<=[^\w ]) (?=[\w(])/g, '');

/**
 * The JavaScript module of a file. `extension` is that of the TypeScript modules it imports: `ts`, or `js` where a server
 * translates them.
 */
export function wgslModule(file, extension = 'ts', read = undefined) {
  const { imports, constants, structs, lines } = parseWgsl(file, read);
  const pathTo = (target) =>
    JSON.stringify(
      relative(dirname(file), target)
        .replaceAll('\\', '/')
        .replace(/^(?!\.)/, './'),
    );
  const statements = imports.map((path, k) => `import fragment${k} from ${pathTo(path)};`);
  const parts = imports.map((_, k) => `fragment${k}`);
  if (constants.length + structs.length > 0)
    statements.push(`import { constantsOf, structOf } from ${pathTo(join(src, `compute/wgsl.${extension}`))};`);
  constants.forEach(({ module, names }, k) => {
    const renamed = names.map((name) => `${name} as ${name}${k}`).join(', ');
    statements.push(`import { ${renamed} } from ${pathTo(`${module}.${extension}`)};`);
    parts.push(`constantsOf({ ${names.map((name) => `${name}: ${name}${k}`).join(', ')} })`);
  });
  structs.forEach(({ struct, module, offsets }, k) => {
    statements.push(`import { ${offsets} as struct${k} } from ${pathTo(`${module}.${extension}`)};`);
    parts.push(`structOf(${JSON.stringify(struct)}, struct${k})`);
  });
  parts.push(JSON.stringify(lines.map(tight).join('\n')));
  return `${statements.join('\n')}\nexport default [${parts.join(', ')}];\n`;
}
