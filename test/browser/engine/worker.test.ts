import { expect } from '@open-wc/testing';
import type { RunState } from '../../../src/algorithm/algorithm.js';
import type { ErrorData } from '../../../src/core/errors.js';
import { isAbort, SegmenterError } from '../../../src/core/errors.js';
import { EngineClient, type EngineClientOptions } from '../../../src/element/client/engine-client.js';
import { PageWorker } from '../../../src/element/client/page-worker.js';
import { SureWorker } from '../../../src/element/client/sure-worker.js';
import { createEngine } from '../../../src/engine.js';

const width = 200;
const height = 160;
const init = { x: 50, y: 30, width: 100, height: 100 };

/** A bright disc of radius 36 round (100, 80) on a darker ground, both noisy. */
const disc = (): Uint16Array => {
  let seed = 7;
  const noise = (): number => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31 - 0.5;
  };
  return Uint16Array.from({ length: width * height }, (_, k) => {
    const inside = Math.hypot((k % width) + 0.5 - 100, Math.floor(k / width) + 0.5 - 80) < 36;
    return (inside ? 9000 : 5000) + 4000 * (noise() + noise());
  });
};
const spec = () => ({ kind: 'samples', name: 'disc', width, height, data: disc() }) as const;

const failure = async (promise: Promise<unknown>): Promise<SegmenterError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SegmenterError)) throw new Error(`expected a coded error, got ${String(error)}`);
  return error;
};

describe('the engine in a worker of the page', () => {
  let client: EngineClient;
  const start = (options: EngineClientOptions = {}): EngineClient => {
    client = new EngineClient({ backend: 'cpu', ...options });
    return client;
  };
  afterEach(() => client.dispose());

  it('starts from beside the client and lists its algorithms', async () => {
    const info = await start().ready;
    expect(info.backend).to.equal('cpu');
    const ids = (await client.algorithms()).map(({ id }) => id);
    expect(ids).to.include('snake');
  });

  it('gives the polygon that the engine on this thread gives, and shows it on its way', async () => {
    start();
    await client.open(spec());
    const states: RunState[] = [];
    const run = client.segment({ algorithm: 'snake', init }, { onState: (state) => states.push(state) });
    const { contours } = await run.result;
    expect(states.length).to.be.greaterThan(1);
    expect(states[0]!.ring.length).to.be.greaterThan(5);
    const area = contours[0]!.properties.measurements['Area px^2']!;
    expect(area).to.be.within(0.97 * Math.PI * 36 ** 2, 1.03 * Math.PI * 36 ** 2);

    const engine = await createEngine({ backend: 'cpu' });
    const here = await engine.segment(await engine.load(spec()), { algorithm: 'snake', init }).result;
    expect(contours[0]!.geometry).to.deep.equal(here.geometry);
    engine.dispose();
  });

  it('takes samples by transfer', async () => {
    start();
    const given = spec();
    await client.open(given);
    expect(given.data.length).to.equal(0);
  });

  it('opens a file, and an address seen from the page', async () => {
    start();
    const canvas = new OffscreenCanvas(31, 17);
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'rgb(200, 100, 50)';
    context.fillRect(0, 0, 31, 17);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    const file = await client.open({ kind: 'blob', blob, name: 'a.png' });
    expect([file.width, file.height, file.bits, file.name]).to.deep.equal([31, 17, 8, 'a.png']);
    const page = await client.open({ kind: 'url', url: '/demo/images/front_LC08_L1TP_233013_20150707.png' });
    expect(page.width).to.be.greaterThan(0);
    const missing = await failure(client.open({ kind: 'url', url: '/demo/images/no-such.png' }));
    expect(missing.code).to.equal('image-not-found');
    expect(missing.message).to.contain('no-such.png');
  });

  it('draws tiles that all have the stretch of the image', async () => {
    start();
    const image = await client.open(spec());
    const rect = { x: 80, y: 60, width: 40, height: 40 };
    const tile = await client.display(image.id, { rect, level: 0, width: 20, height: 20 });
    expect([tile.width, tile.height, tile.data.length]).to.deep.equal([20, 20, 1600]);
    expect(tile.data[3]).to.equal(255);
    const mean = (data: Uint8ClampedArray): number =>
      data.filter((_, k) => k % 4 === 0).reduce((sum, v) => sum + v, 0) / (data.length / 4);
    const dark = await client.display(image.id, {
      rect: { x: 0, y: 0, width: 40, height: 40 },
      level: 0,
      width: 20,
      height: 20,
    });
    expect(mean(tile.data) - mean(dark.data)).to.be.greaterThan(40);
    const error = await failure(client.display(image.id, { rect, level: 9, width: 20, height: 20 }));
    expect(error.code).to.equal('bad-parameter');
  });

  it('steers and aborts', async () => {
    start();
    await client.open(spec());
    let heard = (): void => {};
    const first = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const run = client.segment({ algorithm: 'snake', init, paused: true }, { onState: heard });
    run.step();
    await first;
    run.cancel();
    const { cancelled, contours } = await run.result;
    expect(cancelled).to.equal(true);
    expect(contours[0]!.properties.metadata.cancelled).to.equal('true');
    const controller = new AbortController();
    const other = client.segment({ algorithm: 'snake', init, paused: true }, { signal: controller.signal });
    controller.abort();
    const error: unknown = await other.result.catch((thrown: unknown) => thrown);
    expect(isAbort(error)).to.equal(true);
  });

  it('brings coded errors back', async () => {
    start();
    await client.open(spec());
    const error = await failure(client.segment({ init, parameters: { modle: 'gamma' } }).result);
    expect(error.code).to.equal('bad-parameter');
    expect(error.message).to.contain('the nearest is model');
  });

  it('takes a page’s own algorithms, and ends one that loops for ever', async () => {
    start({ deadline: 1500 });
    await client.register(new URL('../../support/threads/faulty.js', import.meta.url));
    await client.open(spec());
    const restart = new Promise<ErrorData>((resolve) => {
      client.addEventListener('restart', (event) => event instanceof CustomEvent && resolve(event.detail));
    });
    const error = await failure(client.segment({ algorithm: 'spins', init }).result);
    expect(error.code).to.equal('timeout');
    expect((await restart).code).to.equal('timeout');
    const { contours } = await client.segment({ algorithm: 'shrink', init }).result;
    expect(contours.length).to.equal(1);
    expect(client.images.length).to.equal(1);
  });

  it('survives an error that nobody caught', async () => {
    start();
    await client.register(new URL('../../support/threads/faulty.js', import.meta.url));
    await client.open(spec());
    const error = await failure(client.segment({ algorithm: 'crashes', init }).result);
    expect(error.code).to.equal('worker-crashed');
    expect(error.message).to.contain('the worker is gone');
    expect((await client.segment({ algorithm: 'snake', init }).result).contours.length).to.equal(1);
  });

  it('says so when its script is not there', async () => {
    const error = await failure(start({ workerUrl: '/no/such/worker.js' }).ready);
    expect(error.code).to.equal('worker-crashed');
    expect(error.message).to.contain('/no/such/worker.js could not be loaded');
  });

  it('starts from another origin, as from a CDN', async () => {
    const elsewhere = new URL('../../../src/worker/worker.js', import.meta.url);
    elsewhere.hostname = elsewhere.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    start({ workerUrl: elsewhere });
    await client.ready;
    await client.open(spec());
    expect((await client.segment({ init }).result).contours.length).to.equal(1);
  });

  it('starts from the address of a Blob', async () => {
    const module = `import ${JSON.stringify(new URL('../../../src/worker/worker.js', import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }));
    start({ workerUrl: address });
    expect((await client.ready).backend).to.equal('cpu');
    URL.revokeObjectURL(address);
  });

  it('ends where it cannot read what the page sent, and another goes on', async () => {
    const script = new URL('../../../src/worker/worker.js', import.meta.url).href;
    const module = `import ${JSON.stringify(script)};
      new BroadcastChannel('unreadable').onmessage = () => dispatchEvent(new MessageEvent('messageerror'));`;
    const address = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }));
    start({ workerUrl: address });
    await client.open(spec());
    const failed = failure(client.segment({ algorithm: 'snake', init, paused: true }).result);
    const channel = new BroadcastChannel('unreadable');
    channel.postMessage('');
    const error = await failed;
    channel.close();
    expect(error.code).to.equal('worker-crashed');
    expect(error.message).to.contain('a message could not be read');
    expect((await client.segment({ algorithm: 'snake', init }).result).contours.length).to.equal(1);
    URL.revokeObjectURL(address);
  });

  it('is missed at once where it closes itself, on pages that have locks', async function () {
    this.timeout(20_000);
    const script = new URL('../../../src/worker/worker.js', import.meta.url).href;
    const module = `import ${JSON.stringify(script)};
      new BroadcastChannel('close-yourself').onmessage = () => close();`;
    const address = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }));
    start({ workerUrl: address });
    await client.open(spec());
    const failed = failure(client.segment({ algorithm: 'snake', init, paused: true }).result);
    const begun = performance.now();
    const channel = new BroadcastChannel('close-yourself');
    channel.postMessage('');
    const { code, message } = await failed;
    channel.close();
    expect(code).to.equal('worker-crashed');
    expect(message).to.contain('it ended without a word');
    expect(performance.now() - begun).to.be.below(4000);
    expect((await client.segment({ algorithm: 'snake', init }).result).contours.length).to.equal(1);
    URL.revokeObjectURL(address);
  });
});

describe('a worker that may have to be started another way', () => {
  const echo = (): Worker => {
    const source = "postMessage('ready'); onmessage = ({ data }) => postMessage(data);";
    return new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  };
  const absent = (): Worker => new Worker('/no/such/worker.js', { type: 'module' });
  const heard = (worker: SureWorker, type: string): Promise<Event> =>
    new Promise((resolve) => worker.addEventListener(type, resolve));

  for (const [name, first] of Object.entries({ runs: echo, 'cannot be loaded': absent })) {
    it(`gets what was posted before it ran, given away once, where the first ${name}`, async () => {
      const worker = new SureWorker(first(), [async () => echo()]);
      const bytes = Uint8Array.of(1, 2, 3);
      const answer = heard(worker, 'message');
      worker.postMessage(bytes, [bytes.buffer]);
      const event = await answer;
      expect([...(event as MessageEvent<Uint8Array>).data]).to.deep.equal([1, 2, 3]);
      expect(bytes.length).to.equal(0);
      worker.terminate();
    });
  }

  it('says that it failed where there is no other, or the other fails too', async () => {
    const none = async () => undefined;
    const fails = async () => absent();
    const blocked = () => Promise.reject(new Error('blocked'));
    for (const others of [[], [none], [fails], [blocked], [fails, none, blocked]]) {
      const worker = new SureWorker(absent(), others);
      worker.postMessage('anybody there?');
      await heard(worker, 'error');
      worker.terminate();
    }
  });

  it('is the first of the others that runs', async () => {
    const worker = new SureWorker(absent(), [
      () => Promise.reject(new Error('blocked')),
      async () => absent(),
      async () => undefined,
      async () =>
        new PageWorker((scope) => {
          scope.addEventListener('message', ({ data }) => scope.postMessage(data + scope.name));
          scope.postMessage('ready');
        }, '!'),
      async () => echo(),
    ]);
    const answer = heard(worker, 'message');
    worker.postMessage('here');
    expect(((await answer) as MessageEvent<string>).data).to.equal('here!');
    worker.terminate();
  });

  it('leaves none behind that came after its end', async () => {
    let asked = (): void => {};
    const wasAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let afterwards = (): void => {};
    const terminated = new Promise<void>((resolve) => {
      afterwards = resolve;
    });
    const late = echo();
    const ended = new Promise<void>((resolve) => {
      const terminate = late.terminate.bind(late);
      late.terminate = () => {
        terminate();
        resolve();
      };
    });
    const slow = async () => {
      asked();
      await terminated;
      return late;
    };
    const worker = new SureWorker(absent(), [slow]);
    await wasAsked;
    worker.terminate();
    afterwards();
    await ended;
  });
});
