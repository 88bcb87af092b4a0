/** Every member of the element with whatever a page may pass: coded errors and nothing else, and it still segments. */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { SegmenterError } from '../../../src/core/errors.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { liedTo, lies } from '../../fuzz/lies.js';
import { type Odd, oddMembers, oddValue } from '../../support/odd-values.js';
import { unmountAll, withEllipse } from '../support.js';

const box = { x: 90, y: 70, width: 140, height: 100 };
const RUNS = 40;

/** A coded error that blames no fault of ours, or an abort. */
const isTold = (error: unknown): boolean =>
  (error instanceof SegmenterError && error.code !== 'internal') ||
  (error instanceof DOMException && error.name === 'AbortError');

const options = oddMembers(['algorithm', 'parameters', 'domain', 'level', 'slice', 'signal', 'paused', 'model'], {});
const command = oddMembers(['id', 'title', 'run', 'when', 'key', 'group', 'checked', 'icon'], {
  id: 'x',
  title: 'X',
  run: () => {},
});
const either = (members: fc.Arbitrary<Odd>): fc.Arbitrary<Odd> => fc.oneof(members, oddValue);

/** Methods, and what they are called with. Those that would take the element out of the page, or ask the person, are left out. */
const methods: Readonly<Record<string, readonly fc.Arbitrary<Odd>[]>> = {
  segment: [oddValue, either(options)],
  select: [oddValue],
  remove: [oddValue],
  classify: [either(oddMembers(['name', 'color'], { name: 'a', color: [1, 2, 3] })), oddValue],
  export: [oddValue],
  import: [oddValue],
  take: [oddValue.filter(({ label }) => label !== 'a blob')],
  registerAlgorithm: [oddValue],
  executeCommand: [oddValue],
  registerCommand: [either(command)],
  registerTool: [
    either(
      oddMembers(['id', 'title', 'create', 'icon', 'key', 'group', 'cursor'], {
        id: 'x',
        title: 'X',
        create: () => ({}),
      }),
    ),
  ],
  registerFormat: [
    either(
      oddMembers(['id', 'title', 'extension', 'write', 'needs'], {
        id: 'x',
        title: 'X',
        extension: 'x',
        write: () => '',
      }),
    ),
  ],
  registerPanel: [either(oddMembers(['id', 'title', 'mount'], { id: 'x', title: 'X', mount: () => {} }))],
  registerModel: [either(oddMembers(['id', 'title', 'segment', 'refine'], { id: 'x', title: 'X', segment: () => [] }))],
  registerExtension: [either(oddMembers(['contributes'], { contributes: {} }))],
  setContext: [oddValue, oddValue],
  rebind: [oddValue, oddValue],
  hideCommand: [oddValue, oddValue],
  stats: [either(oddMembers(['timings']))],
};
const properties = [
  'parameters',
  'contours',
  'algorithm',
  'model',
  'channel',
  'format',
  'classification',
  'classes',
  'display',
  'contourFile',
  'mpp',
  'tool',
  'slice',
  'panel',
  'images',
  'item',
  'requestInit',
  'viewerOptions',
  'openSeadragon',
  'navigator',
  'table',
  'keys',
  'backend',
  'toolbar',
  'autosave',
  'noKeys',
];

describe('members of the element take anything', () => {
  let element: SnakeSegmenter;
  const uncaught: string[] = [];
  const note = (event: Event): void => {
    event.preventDefault();
    const error: unknown = event instanceof ErrorEvent ? event.error : Reflect.get(event, 'reason');
    uncaught.push(error instanceof Error ? String(error.stack) : String(error));
  };

  before(async () => {
    addEventListener('error', note);
    addEventListener('unhandledrejection', note);
    element = await withEllipse({ panel: true });
  });

  after(() => {
    removeEventListener('error', note);
    removeEventListener('unhandledrejection', note);
    unmountAll();
  });

  for (const [name, args] of Object.entries(methods))
    it(name, async function () {
      this.timeout(240_000);
      await fc.assert(
        fc.asyncProperty(fc.tuple(...args), async (given) => {
          const values = given.map((odd) => odd.make());
          try {
            const result: unknown = await Reflect.apply(Reflect.get(element, name), element, values);
            if (name.startsWith('register') && typeof result === 'function') result();
          } catch (error) {
            if (!isTold(error)) throw error;
          }
        }),
        { numRuns: RUNS, seed: 1 },
      );
    });

  for (const name of properties)
    it(`${name} =`, async function () {
      this.timeout(240_000);
      const before: unknown = Reflect.get(element, name);
      await fc.assert(
        fc.asyncProperty(oddValue, async (odd) => {
          Reflect.set(element, name, odd.make());
          await element.updateComplete;
        }),
        { numRuns: RUNS, seed: 1 },
      );
      Reflect.set(element, name, before);
      await element.updateComplete;
    });

  it('sessions and class lists that say what they like', async function () {
    this.timeout(240_000);
    const classes = [{ name: 'Tumour', color: [200, 0, 0] }];
    const sound = JSON.parse(await element.session().text());
    const session = { ...sound, settings: { ...sound.settings, classes, classification: classes[0] } };
    await fc.assert(
      fc.asyncProperty(lies, fc.constantFrom<object>(session, { pathClasses: classes }), async (all, document) => {
        const text = JSON.stringify(liedTo(document, all)) ?? 'null';
        await element.take(new File([text], 'a.json', { type: 'application/json' })).catch((error: unknown) => {
          if (!isTold(error)) throw error;
        });
        await element.updateComplete;
      }),
      { numRuns: RUNS, seed: 1 },
    );
    Object.assign(element, sound.settings);
    await element.updateComplete;
  });

  it('nothing was left uncaught, and it segments', async () => {
    expect(uncaught).to.deep.equal([]);
    const contour = await element.segment(box);
    expect(contour.geometry.type).to.equal('Polygon');
  });

  it('forbids modules where the page does', async () => {
    element.noModules = true;
    let error: unknown;
    await element.registerAlgorithm('x.js').catch((thrown: unknown) => {
      error = thrown;
    });
    expect(error).to.have.property('code', 'unsupported');
    element.noModules = false;
  });
});
