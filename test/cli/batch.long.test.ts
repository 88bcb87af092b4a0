/** Batches that are ended, parted, refused, or out of room: each goes on, or says why it does not, and comes to the same bytes. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { threeImages } from '../support/cli/batches.js';
import { CommandLine, type Ended, run } from '../support/cli/command-line.js';
import { digests } from '../support/cli/outputs.js';

const { args, out, summaryIn } = threeImages(after);

/** Digests that every other way must give. */
let wanted: ReturnType<typeof digests> = {};
before(async () => {
  const { code, err } = await run(...args('one', 1));
  assert.equal(code, 0, err);
  wanted = digests(out('one'));
});

const interruptions: readonly (readonly [string, NodeJS.Signals, number | null])[] = [
  ['Ctrl+C', 'SIGINT', 130],
  ['SIGKILL', 'SIGKILL', null],
];

for (const [what, signal, wantedCode] of interruptions) {
  test(`ended by ${what} it goes on where it was, and comes to the same bytes`, async () => {
    const name = `ended-${signal}`;
    const command = new CommandLine(args(name, 1));
    await command.said('% ·');
    command.child.kill(signal);
    const ended = await command.ended;
    assert.equal(ended.code, wantedCode, ended.err);
    if (wantedCode !== null) assert.ok(summaryIn(name).interrupted > 0);
    const left = readdirSync(join(out(name), '.snake-segmenter'), { recursive: true }).filter((path) =>
      /\d+\.jsonl$|done\.json$/.test(String(path)),
    );
    assert.ok(left.length > 0);
    const again = await run(...args(name));
    assert.equal(again.code, 0, again.err);
    assert.deepEqual(digests(out(name)), wanted);
  });
}

test('shards have other images each, and together all', async () => {
  const [odd, even]: readonly Ended[] = await Promise.all([
    run(...args('shards', 1), '--shard', '1/2'),
    run(...args('shards', 1), '--shard', '2/2'),
  ]);
  assert.deepEqual([odd!.code, even!.code], [0, 0], odd!.err + even!.err);
  assert.deepEqual(digests(out('shards')), wanted);
});

test('a second batch into the same folder is refused while the first is at work', async () => {
  const begun = new CommandLine(args('shared', 1));
  await begun.said('on the CPU');
  begun.child.kill('SIGSTOP');
  const second = await run(...args('shared', 1));
  begun.child.kill('SIGCONT');
  assert.equal(second.code, 4, second.err);
  assert.match(second.err, new RegExp(`in use by process ${begun.child.pid} `));
  assert.equal((await begun.ended).code, 0);
  assert.deepEqual(digests(out('shared')), wanted);
});

test('a full disk ends the batch in words; what was finished stays', async () => {
  const full = out('full');
  mkdirSync(full);
  symlinkSync('/dev/full', join(full, 'large.tif.geojson'));
  const { code, err } = await run(...args('full', 1), '--format', 'geojson');
  assert.equal(code, 3, err);
  assert.match(err, /large\.tif: failed\. .*the disk is full/);
  assert.equal(digests(full)['a.tif.geojson'], wanted['a.tif.geojson']);
});
