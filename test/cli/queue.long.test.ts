/** The same work over a queue, with workers that are killed and a server that is restarted. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CommandLine, run, scratch } from '../support/cli/command-line.js';
import { digests } from '../support/cli/outputs.js';
import { lattice, writeDiscs } from '../support/images/discs.js';
import { RedisServer } from '../support/servers/redis.js';

const folder = scratch(after);
const slides = join(folder, 'slides');
mkdirSync(slides);
/** Pixels a side of what is searched: some fifty regions an image, enough for every worker that is killed. */
const SIDE = 280;
writeDiscs(join(slides, 'a.tif'), { width: SIDE, height: SIDE, discs: lattice(SIDE, SIDE, 40, 9) });
// So wide that its mask has several blocks, each of which is a part of the work.
writeDiscs(join(slides, 'b.tif'), { width: 9000, height: SIDE, discs: lattice(SIDE, SIDE, 40, 8), seed: 7 });
writeFileSync(join(slides, 'c.tif'), 'no image');
const recipe = join(folder, 'recipe.json');
writeFileSync(
  recipe,
  JSON.stringify({
    type: 'snake-segmenter-recipe',
    version: 1,
    request: { init: 'auto', polarity: 'brighter' },
    region: { x: 0, y: 0, width: SIDE, height: SIDE },
    regions: { size: 70, largest: 30 },
    outputs: ['geojson', 'flatgeobuf', 'labels'],
  }),
);
const out = (name: string): string => join(folder, name);
const args = (name: string): readonly string[] => [
  'batch',
  join(slides, '*.tif'),
  '--recipe',
  recipe,
  '--backend',
  'cpu',
  '--out',
  out(name),
];

/** What a worker says before it is killed, one after another: it has done a region, or a part of a mask or an output. */
const KILLED_AFTER = [': region ', ': region ', ': region ', ': part ', ': part '];

test('three workers, of which one after another is killed, and a restart of Redis: the bytes of one process', async (t) => {
  const redis = await RedisServer.start(scratch(after));
  const alive = new Set<CommandLine>();
  const start = (): CommandLine => {
    const worker = new CommandLine(['worker', '--queue', redis.url, '--processes', '1', '--patience', '1']);
    alive.add(worker);
    return worker;
  };
  try {
    const alone = await run(...args('alone'), '--processes', '1');
    assert.equal(alone.code, 1, alone.err);
    const wanted = digests(out('alone'));
    assert.equal(Object.keys(wanted).length, 6);
    const workers = [start(), start(), start()];
    const batch = new CommandLine([...args('queue'), '--queue', redis.url]);
    let killed = 0;
    let over = false;
    const ended = batch.ended.finally(() => {
      over = true;
    });
    // The next victim has done something since it began, and others are at work meanwhile.
    for (const words of KILLED_AFTER) {
      const said = workers.map(async (worker, k) => {
        await worker.said(words);
        return k;
      });
      for (const each of said) each.catch(() => {});
      // The next one if it can be, so that all of them are killed in turn.
      const k = words === ': region ' ? killed % 3 : await Promise.any([...said, ended.then(() => 0)]);
      await Promise.race([said[k], ended]);
      if (over) break;
      const victim = workers[k]!;
      victim.child.kill('SIGKILL');
      await victim.ended;
      alive.delete(victim);
      killed++;
      // Before another begins: a worker that finds no Redis when it begins says so and ends.
      if (killed === 2) await redis.restart();
      workers[k] = start();
    }
    const { code, err } = await ended;
    t.diagnostic(`${killed} workers were killed`);
    assert.equal(code, 1, err);
    assert.match(err, /c\.tif: failed\. /);
    assert.equal(killed, KILLED_AFTER.length);
    // The last that began may have heard of no signal yet.
    for (const worker of workers) await worker.said(' for redis');
    for (const worker of workers) worker.child.kill('SIGTERM');
    for (const worker of workers) assert.equal((await worker.ended).code, 0);
    // A worker that was taken for dead may have written the same file once more.
    assert.deepEqual(digests(out('queue')), wanted);
  } finally {
    for (const worker of alive) worker.child.kill('SIGKILL');
    await redis.stop();
  }
});

test('a queue without Redis, and one whose Redis has no memory: words and exit code 5', async () => {
  const redis = await RedisServer.start(scratch(after), '--maxmemory', '1');
  try {
    for (const command of [[...args('none')], ['worker']]) {
      const full = await run(...command, '--queue', redis.url);
      assert.equal(full.code, 5, full.err);
      assert.match(full.err, /Redis has no memory left/);
    }
  } finally {
    await redis.stop();
  }
  for (const command of [[...args('none')], ['worker']]) {
    const missing = await run(...command, '--queue', redis.url);
    assert.equal(missing.code, 5, missing.err);
    assert.match(missing.err, /no Redis answers there/);
  }
});
