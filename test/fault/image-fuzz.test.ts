import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { patience } from '../../src/image/io/patience.js';
import { fileBytes, fixtures } from '../support/images/image-files.js';
import { damaged, type Fate, fateOf } from '../support/images/image-fuzz.js';
import { ImageServer } from '../support/servers/image-server.js';

const usual = { ...patience };
before(() => Object.assign(patience, { pause: 1, tries: 2, silence: 2000 }));
after(() => Object.assign(patience, usual));

/** Damaged copies of each file in the suite; `npm run bench:images` makes thousands. */
const COPIES = 5;
/** Milliseconds for one small file, far above what any takes. */
const DEADLINE = 20_000;

const files = [...new Set(fixtures.map(({ file }) => file))].filter((file) => !/webp|\.dzi$/.test(file));

for (const file of files)
  test(`${file}: damaged copies are refused in words or opened, and soon`, { timeout: DEADLINE }, async () => {
    const bytes = fileBytes(file);
    assert.equal(await fateOf({ kind: 'blob', blob: new Blob([bytes]), name: file }), 'opened');
    for (let seed = 0; seed < COPIES; seed++) {
      const blob = new Blob([damaged(bytes, seed)]);
      await assert.doesNotReject(fateOf({ kind: 'blob', blob, name: file }), `seed ${seed}`);
    }
  });

test('damaged descriptors and tiles of a DZI are refused in words or opened', { timeout: DEADLINE }, async () => {
  let seed = 0;
  const hurt = (path: string): Uint8Array | undefined => {
    try {
      const bytes = fileBytes(path);
      const tile = path.endsWith('.png');
      return tile === (seed % 2 === 0) ? damaged(bytes, seed * 1000 + path.length) : bytes;
    } catch {
      return undefined;
    }
  };
  const server = await ImageServer.start(hurt);
  const fates = new Set<Fate>();
  try {
    for (; seed < 30; seed++) fates.add(await fateOf({ kind: 'url', url: server.url('dzi-png.dzi') }));
  } finally {
    await server.stop();
  }
  assert.ok(fates.has('refused'));
});
