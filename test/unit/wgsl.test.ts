import assert from 'node:assert/strict';
import { test } from 'node:test';
// @ts-expect-error a build script, plain JavaScript
import { expandWgsl } from '../../scripts/wgsl.mjs';

const files: Record<string, string> = {
  'kernel.wgsl': '#import a\nfn main() {}',
  'twice.wgsl': '#import a\n#import b\n',
  'bad.wgsl': '#include a\n',
};
const read = (path: string): string => {
  const name = path.split('/').at(-1) as string;
  return files[name] ?? (name === 'a.wgsl' ? '#import b\nfn a() {}' : 'fn b() {}');
};

test('imports are expanded, nested and once', () => {
  assert.equal(expandWgsl('kernel.wgsl', new Set(), read), 'fn b() {}\nfn a() {}\nfn main() {}');
  assert.equal(expandWgsl('twice.wgsl', new Set(), read).match(/fn b/g)?.length, 1);
});

test('an unknown directive fails and names itself', () => {
  assert.throws(() => expandWgsl('bad.wgsl', new Set(), read), /unknown directive "#include a"/);
});
