/** The package's types in a host as strict as TypeScript can be: what may be missing takes `undefined`, as a component hands it on. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { buildPackage } from '../support/cli/installed-package.js';

const host = mkdtempSync(join(tmpdir(), 'strict-'));
before(() => {
  buildPackage();
  mkdirSync(join(host, 'node_modules'));
  symlinkSync(resolve('.'), join(host, 'node_modules', 'snake-segmenter'), 'dir');
  for (const name of ['openseadragon', '@types'])
    symlinkSync(resolve('node_modules', name), join(host, 'node_modules', name), 'dir');
  writeFileSync(join(host, 'package.json'), '{"type": "module"}');
});
after(() => rmSync(host, { recursive: true, force: true }));

const source = `
import type OpenSeadragon from 'openseadragon';
import type { SnakeSegmenter } from 'snake-segmenter';
import { createEngine } from 'snake-segmenter/engine.js';
import { attach } from 'snake-segmenter/plugin.js';
import 'snake-segmenter/vue.js';
export const reset = (segmenter: SnakeSegmenter, src: string | undefined): void => {
  segmenter.src = src;
  segmenter.contourFile = src;
  segmenter.mpp = undefined;
  segmenter.requestInit = undefined;
  segmenter.contourStyle = undefined;
};
export interface Wanted {
  readonly toolbar: boolean | undefined;
  readonly level: number | undefined;
  readonly source: string | undefined;
  readonly signal: AbortSignal | undefined;
}
export const use = async (viewer: OpenSeadragon.Viewer, { toolbar, level, source, signal }: Wanted): Promise<string> => {
  const { segmenter } = attach(viewer, { toolbar, tool: undefined });
  await segmenter.segment({ x: 1, y: 2, width: 3, height: 4 }, { signal, level });
  const engine = await createEngine({ backend: undefined });
  const image = await engine.open({ kind: 'url', url: 'a', request: undefined });
  await engine.segment(image, { init: 'auto', level }, { signal }).result;
  return segmenter.export('svg', { source, simplify: level });
};
`;

for (const [name, module, moduleResolution] of [
  ['Node', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ['a bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
] as const)
  test(`a strict host that hands on what is undefined compiles, with modules as for ${name}`, () => {
    const path = join(host, 'host.ts');
    writeFileSync(path, source);
    const program = ts.createProgram([path], {
      module,
      moduleResolution,
      target: ts.ScriptTarget.ESNext,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node', 'trusted-types'],
      typeRoots: [resolve('node_modules/@types')],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      isolatedDeclarations: true,
      declaration: true,
      noEmit: true,
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, file }) => {
      const where = file ? `${file.fileName}: ` : '';
      return where + ts.flattenDiagnosticMessageText(messageText, ' ');
    });
    assert.deepEqual(problems, []);
  });
