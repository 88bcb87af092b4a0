import assert from 'node:assert/strict';
import { test } from 'node:test';
// @ts-expect-error a build script, plain JavaScript
import { parseWgsl, wgslModule } from '../../../scripts/modules/wgsl.mjs';
// @ts-expect-error a build script, plain JavaScript
import { checkKernels, checkNames } from '../../../scripts/modules/wgsl-names.mjs';

const reader =
  (files: Record<string, string>) =>
  (path: string): string =>
    files[path.split('/').at(-1) as string] ?? '';

test('a module lists its imports, its constants, and its text without comments, indentation, blank lines and spaces beside signs', () => {
  const read = reader({
    'k.wgsl':
      '#import common/u64\n#constants snake/layout: Phase, lanes\n#struct G = snake/layout: G\n// Says.\n\nfn a(x: i32) -> i32 {\n  return b(- -x, x < -1) & !(x); // here\n}\n',
  });
  const source: string = wgslModule('/src/k.wgsl', 'js', read);
  assert.match(source, /import fragment0 from ".*\/src\/wgsl\/common\/u64\.wgsl";/);
  assert.match(source, /import \{ Phase as Phase0, lanes as lanes0 \} from ".*\/src\/snake\/layout\.js";/);
  assert.match(
    source,
    /export default \[fragment0, constantsOf\(\{ Phase: Phase0, lanes: lanes0 \}\), structOf\("G", struct0\)/,
  );
  // Signs that would make another together stay apart.
  assert.ok(source.endsWith(', "fn a(x:i32)->i32{\\nreturn b(- -x,x< -1)& !(x);\\n}"];\n'), source);
});

test('an unknown directive fails and names itself', () => {
  assert.throws(() => parseWgsl('bad.wgsl', () => '#include a\n'), /unknown directive "#include a"/);
});

test('a fragment must say what it takes from its kernel, and its kernel must declare it', () => {
  const fragment = 'fn sum(a: u32) -> u32 {\n  return a + crew + Phase_move;\n}\n';
  const kernel =
    '#import f\n#constants layout: Phase\nconst crew = 64u;\n@compute fn main() {\n  let ring = sum(1u);\n}\n';
  const check = (head: string, text = kernel): string[] =>
    checkNames(
      ['k.wgsl'],
      reader({ 'k.wgsl': text, 'f.wgsl': head + fragment, 'layout.ts': 'export const Phase = {}' }),
    );
  assert.match(check('')[0] as string, /f\.wgsl must import what declares crew, Phase_move/);
  assert.deepEqual(check('#constants layout: Phase\n// requires: crew\n'), []);
  assert.match(check('#constants layout: Phase\n// requires: crew, ring\n').join(), /does not declare ring/);
  assert.match(check('#constants layout: Phase\n// requires: crew, sum\n').join(), /requires sum and does not use it/);
  assert.match(
    check('#constants layout: Phase, LANES\n// requires: crew\n').join(),
    /LANES .* exports no such constant/,
  );
});

test('an override comes before those that are derived from others, and sizes have names, or Firefox crashes', () => {
  const check = (...lines: string[]): string =>
    checkNames(['k.wgsl'], reader({ 'k.wgsl': lines.join('\n'), 'f.wgsl': 'override halo: u32;\n' })).join();
  const [halo, stride, tile] = [
    '#import f',
    'override stride = 32u + 2u * halo;',
    'var<workgroup> tile: array<u32, stride>;',
  ];
  assert.equal(check(halo, 'const side = 8u;', 'override reach: u32 = 2u;', stride, tile), '');
  assert.match(check(halo, stride, 'override reach: u32;', tile), /k\.wgsl must declare the override reach before/);
  assert.match(
    check(halo, stride, 'var<workgroup> tile: array<atomic<u32>, stride * stride>;'),
    /k\.wgsl must give the size stride \* stride/,
  );
  assert.equal(check(halo, 'const side = 8u;', 'var<workgroup> tile: array<u32, side * side>;'), '');
});

test('the fragments of the product say what they require', () => {
  assert.deepEqual(checkKernels(), []);
});
