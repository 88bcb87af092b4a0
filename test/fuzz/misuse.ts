/** Members of the engine with values of any kind: coded errors and nothing else. */
import fc from 'fast-check';
import { createEngine, type Engine } from '../../src/engine.js';
import { type Odd, oddMembers, oddValue } from '../support/odd-values.js';
import { shrink } from '../support/shrink.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';

const data = Uint8Array.from({ length: 24 * 16 }, (_, k) => ((k * 37) % 97) + (k % 24 > 8 && k % 24 < 16 ? 120 : 0));
const about = { width: 24, height: 16, data };
const init = { x: 6, y: 3, width: 12, height: 10 };

const spec = oddMembers(['kind', 'blob', 'name', 'width', 'height', 'bands', 'data', 'missing', 'placement'], {
  kind: 'samples',
  ...about,
});
const source = oddMembers(['name', 'width', 'bands', 'bits', 'levels', 'region', 'close', 'stack'], {
  name: 'a',
  width: 24,
  height: 16,
  bands: 1,
  bits: 8,
  levels: [{ width: 24, height: 16, scaleX: 1, scaleY: 1 }],
  region: async () => about,
  close: () => {},
});
const request = oddMembers(
  ['algorithm', 'init', 'domain', 'level', 'slice', 'pixelBudget', 'parameters', 'paused', 'model', 'channel', 'grow'],
  { init },
);
const options = oddMembers(['signal', 'id', 'timings']);
const algorithm = oddMembers(['id', 'title', 'schema', 'run', 'prepare'], shrink());
const either = (members: fc.Arbitrary<Odd>): fc.Arbitrary<Odd> => fc.oneof({ weight: 4, arbitrary: members }, oddValue);

const calls = fc.oneof(
  fc.record({ member: fc.constant('open'), args: fc.tuple(either(spec), either(options)) }),
  fc.record({ member: fc.constant('load'), args: fc.tuple(fc.oneof(either(spec), source)) }),
  {
    weight: 3,
    arbitrary: fc.record({ member: fc.constant('segment'), args: fc.tuple(either(request), either(options)) }),
  },
  fc.record({ member: fc.constantFrom('prepare', 'close', 'stats'), args: fc.tuple(either(options)) }),
  fc.record({ member: fc.constant('register'), args: fc.tuple(either(algorithm)) }),
);

let made: Promise<Engine> | undefined;

export const misuse = fuzzer(
  'misuse',
  calls,
  async ({ member, args }) => {
    made ??= createEngine({ backend: 'cpu' });
    const engine = await made;
    const image = await engine.load(about);
    const call = (name: string, ...given: readonly unknown[]): unknown =>
      Reflect.apply(Reflect.get(engine, name), engine, given);
    try {
      const given = args.map((odd) => odd.make());
      const result: unknown = await outcomeOf(async () => {
        if (member !== 'segment') return call(member, ...given);
        const run = call('segment', image, ...given);
        must(typeof run === 'object' && run !== null && 'resume' in run && 'outcome' in run, 'it gives no run');
        Reflect.apply(Reflect.get(Object(run), 'resume'), run, []);
        return Reflect.get(Object(run), 'outcome');
      });
      if (member === 'open' || member === 'load') call('close', result);
      if (member === 'register' && typeof result === 'function') result();
      const { images, runs, bytes } = engine.stats();
      must(images === 1 && runs === 0 && bytes === 0, `${images} images, ${runs} runs, ${bytes} bytes are held`);
    } finally {
      engine.close(image);
    }
  },
  async () => {
    (await made)?.dispose();
    made = undefined;
  },
);
