import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { pruneDeclarations } from '../../../scripts/declarations.mjs';

test('declarations keep what they say of TypeScript’s own libraries: a page may compile for an older one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const entry = join(folder, 'entry.d.ts');
    writeFileSync(
      entry,
      `/// <reference lib="esnext.disposable" preserve="true" />
import type { Other } from './other.js';
export interface Attached {
    readonly other: Other;
    [Symbol.dispose](): void;
}
`,
    );
    writeFileSync(join(folder, 'other.d.ts'), 'export type Other = 1;\nexport type Left = 2;\n');
    pruneDeclarations(folder, [entry]);
    assert.equal(readFileSync(join(folder, 'other.d.ts'), 'utf8').includes('Left'), false);
    const program = ts.createProgram([entry], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      // Without the page's types, and without a check of TypeScript's own, which takes seconds.
      lib: ['lib.es2022.d.ts'],
      skipDefaultLibCheck: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    });
    assert.deepEqual(
      ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
