/** The documents in the archive: what they link to beside themselves is in the archive, too, or is named here as of the repository alone. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { installedPackage } from '../support/cli/installed-package.js';

/** Measurements, images and documents for those who work on the package. The package has no address of its repository to name in place of them. */
const REPOSITORY =
  /^(bench|demo)\/|^(ARCHITECTURE|CHANGELOG|CONTRIBUTING)\.md$|^docs\/(ALGORITHMS\.md|screens\.md|(demo|overlay)\.png)$/;

test('links of the documents in the archive lead to files in it', () => {
  const { folder } = installedPackage();
  const documents = ['', 'docs'].flatMap((place) =>
    readdirSync(join(folder, place))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(place, name)),
  );
  assert.ok(documents.includes('README.md') && documents.includes(join('docs', 'getting-started.md')));
  const astray: string[] = [];
  for (const document of documents) {
    const text = readFileSync(join(folder, document), 'utf8');
    for (const [, to = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^\w+:/.test(to)) continue;
      const target = relative(folder, resolve(folder, dirname(document), to)).replaceAll('\\', '/');
      const isThere = existsSync(join(folder, target)) || (REPOSITORY.test(target) && existsSync(target));
      if (!isThere) astray.push(`${document}: ${to}`);
    }
  }
  assert.deepEqual(astray, []);
});
