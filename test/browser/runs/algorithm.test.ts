import { expect } from '@open-wc/testing';
import { brightPart } from '../../fixtures/own-algorithms.js';
import { once, refused, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

/** An algorithm as a page would write it: the start itself, shrunk by `inset`, in as many steps. */
const source = `
export const shrink = {
  id: 'shrink',
  title: 'Shrink the box',
  schema: { type: 'object', properties: {
    inset: { type: 'integer', title: 'Inset', description: 'Pixels to take off each side.', default: 3, minimum: 0 },
  } },
  async *run({ init, parameters }) {
    const ring = (d) => [init.x + d, init.y + d, init.x + init.width - d, init.y + d,
      init.x + init.width - d, init.y + init.height - d, init.x + d, init.y + init.height - d];
    for (let d = 0; d <= parameters.inset; d++) {
      if ((yield { iteration: 1, step: d, ring: ring(d), criterion: -d, level: 0 }) === 'finish') break;
    }
    const r = ring(parameters.inset);
    const nodes = [0, 2, 4, 6, 0].map((k) => [r[k], r[k + 1]]);
    return { contours: [{ geometry: { type: 'Polygon', coordinates: [nodes] }, measurements: {}, metadata: {} }] };
  },
};`;

describe('an algorithm of the page', () => {
  const shared = sharedEllipse({ panel: true });

  it('runs beside the built-in ones, with a form from its schema', async () => {
    const element = shared();
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    await element.registerAlgorithm(url);
    element.algorithm = 'shrink';
    await element.updateComplete;
    const field = element.shadowRoot?.querySelector<HTMLInputElement>('#parameter-inset');
    expect(field?.value).to.equal('3');
    const contour = await element.segment({ x: 20, y: 30, width: 40, height: 50 }, { parameters: { inset: 5 } });
    expect(contour.geometry.coordinates[0]?.[0]).to.deep.equal([25, 35]);
    expect(contour.properties.measurements['Area px^2']).to.equal(30 * 40);
    expect(contour.properties.metadata.inset).to.equal('5');
    const beside: object = { inset: -1 };
    expect(await refused(element.segment({ x: 20, y: 30, width: 40, height: 50 }, beside))).to.include({
      code: 'bad-parameter',
    });
    element.algorithm = 'snake';
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
  });

  it('is refused where the module cannot be loaded or has none', async () => {
    const element = shared();
    expect(await refused(element.registerAlgorithm('/no/such/module.js'))).to.include({ code: 'bad-parameter' });
    const empty = URL.createObjectURL(new Blob(['export const a = 1;'], { type: 'text/javascript' }));
    expect(await refused(element.registerAlgorithm(empty))).to.include({ code: 'bad-parameter' });
  });
});

const workerOf = (): Worker =>
  new Worker(new URL('../../fixtures/own-algorithms.worker.js', import.meta.url), { type: 'module' });

/** A worker of a few lines, without the toolkit. */
const scriptOf = (text: string): Worker => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return new Worker(address, { type: 'module' });
};

describe('an algorithm of the host’s bundle', () => {
  const shared = sharedEllipse();
  const box = { x: 90, y: 70, width: 140, height: 100 };
  const areaOf = async (algorithm: string): Promise<number> => {
    const contour = await shared().segment(box, { algorithm });
    expect(contour.properties.metadata.algorithm).to.equal(algorithm);
    return contour.properties.measurements['Area px^2']!;
  };

  it('gives the same contour in a worker of its own, in the page as a module or an object, and where a function fetches it', async () => {
    const element = shared();
    const areas: number[] = [];
    for (const source of [
      workerOf,
      async () => workerOf(),
      { brightPart, other: 3 },
      brightPart,
      () => import('../../fixtures/own-algorithms.js'),
    ]) {
      const off = await element.registerAlgorithm(source);
      areas.push(await areaOf('bright-part'));
      off();
    }
    expect(areas[0]).to.be.above(1000);
    expect(new Set(areas).size).to.equal(1);
    expect(await refused(element.segment(box, { algorithm: 'bright-part' }))).to.include({ code: 'bad-parameter' });
    // The channel of the samples and the refusal come through the port as they are in the engine.
    const off = await element.registerAlgorithm(workerOf);
    const error = await refused(element.segment({ x: 100, y: 90 }, { algorithm: 'bright-part' }));
    expect(error).to.include({ code: 'bad-algorithm' });
    expect(error.message).to.match(/it needs a box/);
    const unread = await refused(
      element.segment(box, { algorithm: 'bright-part', level: 0, parameters: { level: 99 } }),
    );
    expect(unread).to.include({ code: 'bad-parameter' });
    off();
  });

  it('is paused, stepped and aborted as the built-in ones are', async () => {
    const element = shared();
    const off = await element.registerAlgorithm(workerOf);
    const seen: number[] = [];
    const heard = ({ detail }: CustomEvent<{ readonly step: number }>): void => void seen.push(detail.step);
    element.addEventListener('contour-progress', heard);
    const stop = new AbortController();
    const run = element.segment(box, { algorithm: 'endless', signal: stop.signal });
    await once(element, 'contour-progress');
    stop.abort();
    expect((await refused(run)).name).to.equal('AbortError');
    const cancelled = element.segment(box, { algorithm: 'endless' });
    await once(element, 'contour-progress');
    element.cancel();
    expect((await cancelled).properties.metadata.cancelled).to.equal('true');
    element.removeEventListener('contour-progress', heard);
    expect(seen.length).to.be.above(1);
    off();
  });

  it('that breaks its worker ends that run alone, and has a new worker for the next', async () => {
    const element = shared();
    let workers = 0;
    const off = await element.registerAlgorithm(() => {
      workers++;
      return workerOf();
    });
    const error = await refused(element.segment(box, { algorithm: 'breaks-its-worker' }));
    expect(error).to.include({ code: 'bad-algorithm' });
    await waitUntil(() => workers === 2);
    let area = 0;
    await waitUntil(async () => {
      area = await areaOf('bright-part').catch(() => 0);
      return area > 0;
    });
    expect(area).to.be.above(1000);
    off();
  });

  it('goes along to the engine of another backend', async () => {
    const element = shared();
    const off = await element.registerAlgorithm(workerOf);
    element.workerUrl = new URL('/src/worker/worker.js?again', location.href).href;
    await element.updateComplete;
    element.workerUrl = undefined;
    await element.updateComplete;
    await element.ready;
    expect(await areaOf('bright-part')).to.be.above(1000);
    off();
  });

  it('is refused in words where there is none, the function fails, or the worker does', async () => {
    const element = shared();
    for (const [source, message] of [
      [{ a: 1 }, /export an algorithm/],
      [[], /it must be an address/],
      [() => Promise.reject(new Error('no network')), /no network/],
      [() => scriptOf('nonsense('), /its script failed/],
      [
        () =>
          scriptOf(
            "postMessage({ type: 'snake-segmenter: there are algorithms', error: { code: 'timeout', values: {} } })",
          ),
        /./,
      ],
    ] as const) {
      const error = await refused(Reflect.apply(element.registerAlgorithm, element, [source]));
      expect(error.message).to.match(message);
    }
  });
});

describe('a run whose algorithm does not answer', () => {
  const shared = sharedEllipse();
  const box = { x: 90, y: 70, width: 140, height: 100 };
  const { setTimeout: begin } = window;
  /** What is to be called after half a minute. */
  let late: (() => void)[] = [];
  beforeEach(() => {
    late = [];
    const noted = (call: () => void, wait?: number): number =>
      wait === 30_000 ? begin(() => late.push(call)) : begin(call, wait);
    Object.assign(window, { setTimeout: noted });
  });
  afterEach(() => {
    Object.assign(window, { setTimeout: begin });
  });

  for (const states of [0, 1])
    it(`to a cancel, after ${states} states, is aborted after half a minute, and the component goes on`, async () => {
      const element = shared();
      const state = { iteration: 1, step: 1, ring: [95, 75, 200, 75, 200, 150], criterion: 0, level: 0 };
      const remove = await element.registerAlgorithm({
        id: 'hung',
        title: 'Hung',
        schema: { type: 'object', properties: {} },
        async *run() {
          for (let k = 0; k < states; k++) yield state;
          await new Promise(() => {});
          return { contours: [] };
        },
      });
      const seen = once(element, states > 0 ? 'contour-progress' : 'contour-start');
      const ended = refused(element.segment(box, { algorithm: 'hung' }));
      await seen;
      const cancelled = once(element, 'contour-cancel');
      element.cancel();
      await waitUntil(() => late.length > 0);
      expect(await refused(element.segment(box))).to.include({ code: 'busy' });
      for (const call of late) call();
      expect(await ended).to.include({ name: 'AbortError' });
      expect(await cancelled).to.have.keys('id');
      await remove();
      await element.segment(box);
    });
});
