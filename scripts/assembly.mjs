/**
 * Compiles each folder of `assembly/` (AssemblyScript) to the `module.ts` named below, which is kept with the sources: a page or a
 * test then needs no compiler. `--check` compares instead, and fails where they differ.
 *
 * A line `// #constants snake/kernels/shared/layout: G, Phase` stands for the numbers that a TypeScript module below `src/`
 * exports under these names: of `Phase`, `export const Phase_move: i32 = 2;` and so on.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const common = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--noAssert'];
const modules = {
  // A memory that grows with what it is given.
  algorithm: ['--importMemory', '--initialMemory', '1'],
  // Its own memory of 320 KiB.
  contours: ['--initialMemory', '5', '--maximumMemory', '5'],
  // Its own memory of 128 KiB.
  image: ['--initialMemory', '2', '--maximumMemory', '2'],
  // The memory that a run's sums lie in.
  'level-set': ['--importMemory', '--initialMemory', '1'],
  // Its own memory of 2 MiB.
  'linear-features': ['--initialMemory', '32', '--maximumMemory', '32'],
  // The memory that a network's arrays lie in.
  'linear-features/network': ['--importMemory', '--initialMemory', '1'],
  // The memory that the run's buffers lie in.
  snake: ['--importMemory', '--initialMemory', '1'],
  // A memory that grows with what it is given.
  'snake/find': ['--importMemory', '--initialMemory', '1'],
};

/** The text of a source, with the constants that it asks for. */
const sourceOf = async (path) => {
  const lines = readFileSync(path, 'utf8').split('\n');
  const texts = lines.map(async (line) => {
    const [, module, names] = /^\/\/ #constants ([\w/-]+): (\w+(?:, \w+)*)$/.exec(line) ?? [];
    if (module === undefined) return line;
    const { outputFiles } = await build({
      entryPoints: [join(root, 'src', `${module}.ts`)],
      bundle: true,
      format: 'esm',
      write: false,
    });
    const exported = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
    return names
      .split(', ')
      .flatMap((name) => Object.entries(exported[name]).map(([key, value]) => [`${name}_${key}`, value]))
      .map(([name, value]) => `export const ${name}: i32 = ${value};`)
      .join(' ');
  });
  return (await Promise.all(texts)).join('\n');
};

const compile = async (name) => {
  let bytes;
  const { error, stderr } = await main(
    [`assembly/${name}/index.ts`, ...common, ...modules[name], '--outFile', `${name}.wasm`],
    {
      readFile: (path, base) => sourceOf(join(base, path)).catch(() => null),
      writeFile: (_, contents) => {
        bytes = contents;
      },
    },
  );
  if (error) throw new Error(stderr.toString());
  const lines = Buffer.from(bytes)
    .toString('hex')
    .match(/.{1,110}/g)
    .map((line) => `  '${line}'`);
  return `/** Compiled from \`assembly/${name}/\` by \`npm run assembly\`: WebAssembly, in hexadecimal. */\nexport const module =\n${lines.join(' +\n')};\n`;
};

process.chdir(root);
for (const name of Object.keys(modules)) {
  const target = `src/${name}/kernels/simd/module.ts`;
  const text = await compile(name);
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${target} is not what assembly/${name}/ compiles to: npm run assembly`);
    process.exit(1);
  }
}
