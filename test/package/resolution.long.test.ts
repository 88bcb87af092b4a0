/** The package as other people's tools judge it: publint its manifest, Are The Types Wrong each way to find its types, in the archive as it is sent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { InstalledPackage } from '../support/cli/installed-package.js';

const installation = new InstalledPackage();
after(() => installation.remove());

test('publint finds nothing in the package', async () => {
  const { messages, pkg } = await publint({ pkgDir: installation.folder, pack: false, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg, { color: false })),
    [],
  );
});

/** The package is of modules alone: `require` of a CommonJS module finds them as such, and resolvers of before `exports` find the main entry only. */
const MODULES_ALONE = new Set(['CJSResolvesToESM node16-cjs', 'NoResolution node10']);

test('the types of every entry point are found, and are right, in each way to resolve modules', async () => {
  const archive = createPackageFromTarballData(readFileSync(installation.archive));
  const analysis = await checkPackage(archive);
  assert.ok(analysis.types, 'no types were found');
  const entries = Object.entries(analysis.entrypoints).filter(
    ([, { hasTypes, isWildcard }]) => hasTypes && !isWildcard,
  );
  assert.ok(entries.length >= 12, `${entries.length} entry points`);
  const problems = analysis.problems.filter(
    (problem) => !('resolutionKind' in problem && MODULES_ALONE.has(`${problem.kind} ${problem.resolutionKind}`)),
  );
  assert.deepEqual(problems, []);
});
