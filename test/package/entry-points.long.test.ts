/** The package as it would be published: its command in a clone, and its types in a strict project. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { InstalledPackage } from '../support/cli/installed-package.js';

const installation = new InstalledPackage();
const { host: folder } = installation;
after(() => installation.remove());

/** Compiles a file of the host's folder strictly, libraries checked, with these libraries of TypeScript. */
const compiled = (file: string, lib: string): void => {
  const target = ['--target', 'ES2022', '--module', 'NodeNext', '--lib', lib, '--types', 'node'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), '--strict', '--noEmit', ...target, file],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout);
};

test('the command that the README and the guide show runs in a clone that was built, word for word', () => {
  const command = 'npx snake-segmenter segment demo/images/fluo_nuclei.tif --detect --out nuclei.geojson';
  for (const page of ['README.md', 'docs/from-one-slide-to-a-thousand.md'])
    assert.ok(readFileSync(page, 'utf8').split('\n').includes(command), page);
  const found = join(folder, 'nuclei.geojson');
  const picture = join(folder, 'look.png');
  const execute = (line: string): string => {
    const [, ...args] = line.split(' ');
    // From the registry nothing may come: the clone has the command.
    const { status, stdout, stderr } = spawnSync('npx', ['--offline', '--no', '--', ...args], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout + stderr;
  };
  const said = execute(command.replace('nuclei.geojson', found));
  const { features } = JSON.parse(readFileSync(found, 'utf8'));
  assert.match(said, new RegExp(`fluo_nuclei\\.tif: ${features.length} contours`));
  // The image has 125 nuclei.
  assert.ok(features.length > 50, String(features.length));
  const guide = readFileSync('docs/from-one-slide-to-a-thousand.md', 'utf8');
  const [, shown] = /!\[(\d+) nuclei found in an image of the demo/.exec(guide) ?? [];
  assert.equal(Number(shown), features.length, 'docs/overlay.png shows another result');
  execute(`npx snake-segmenter overlay demo/images/fluo_nuclei.tif ${found} --out ${picture}`);
  assert.equal(readFileSync(picture).subarray(1, 4).toString(), 'PNG');
});

test('the types stand alone in a strict project: without those of WebGPU, libraries checked', () => {
  writeFileSync(
    join(folder, 'consumer.ts'),
    `import { createEngine } from 'snake-segmenter/engine.js';
     import { attach } from 'snake-segmenter/plugin.js';
     import { SnakeSegmenter } from 'snake-segmenter/element.js';
     import 'snake-segmenter';
     const element: SnakeSegmenter = document.createElement('snake-segmenter');
     element.addEventListener('contour-complete', (event) => event.detail.contour.id.toUpperCase());
     addEventListener('contour-complete', (event) => event.detail.contour.id.toUpperCase());
     export const made = createEngine({ backend: 'cpu' });
     export { attach };`,
  );
  compiled('consumer.ts', 'ES2022,DOM,DOM.Iterable');
});

test('the types of node.js and of the engine need no library of a page', () => {
  writeFileSync(
    join(folder, 'server.ts'),
    `import { createEngine } from 'snake-segmenter/engine.js';
     import { decodeInThreads, evolvers, openFile } from 'snake-segmenter/node.js';
     decodeInThreads();
     export const made = createEngine({ evolvers: evolvers() });
     export const opened = openFile('slide.svs');`,
  );
  compiled('server.ts', 'ES2022');
});
