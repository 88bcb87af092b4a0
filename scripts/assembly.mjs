/**
 * Compiles `assembly/` (AssemblyScript) to `src/linear-features/simd/module.ts`, which is kept with the sources: a page
 * or a test then needs no compiler. `--check` compares instead, and fails where they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';

const target = fileURLToPath(new URL('../src/linear-features/simd/module.ts', import.meta.url));

const flags = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--noAssert', '--initialMemory', '32'];
let bytes;
const { error, stderr } = await main(
  ['assembly/index.ts', ...flags, '--maximumMemory', '32', '--outFile', 'lines.wasm'],
  {
    writeFile: (_, contents) => {
      bytes = contents;
    },
  },
);
if (error) throw new Error(stderr.toString());
const lines = Buffer.from(bytes)
  .toString('base64')
  .match(/.{1,110}/g)
  .map((line) => `  '${line}'`);
const text = `/** Compiled from \`assembly/\` by \`npm run assembly\`: WebAssembly, in base64. */\nexport const module =\n${lines.join(' +\n')};\n`;
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('src/linear-features/simd/module.ts is not what assembly/ compiles to: npm run assembly');
  process.exit(1);
}
