import { aTimeout, expect } from '@open-wc/testing';
import { contains } from '../../src/contours/geometry.js';
import { EngineClient } from '../../src/element/client/engine-client.js';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { drag, ellipsePicture, log, mount, once, refused, sharedEllipse, withEllipse } from './support.js';
import { until } from './until.js';

const box = { x: 90, y: 70, width: 140, height: 100 };

describe('a box drawn with the mouse', () => {
  const shared = sharedEllipse();

  it('becomes the contour of the object inside', async () => {
    const element = shared();
    element.tool = 'box';
    await element.updateComplete;
    const names = log(element);
    const complete = once(element, 'contour-complete');
    await drag(element, [90, 70], [230, 170]);
    const { contour } = await complete;
    expect(contour.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 60 * 40, 350);
    expect(contains(contour.geometry, { x: 160, y: 120 })).to.equal(true);
    expect(names).to.deep.equal([
      'contour-before-start',
      'contour-start',
      'contour-progress',
      'contour-complete',
      'contour-select',
    ]);
    expect(element.contours.features).to.deep.equal([contour]);
    expect(element.selected?.id).to.equal(contour.id);
  });

  it('is read back from its export as it was', async () => {
    const element = shared();
    const contour = await element.segment(box);
    const text = await element.export('geojson');
    element.clear();
    const { contours } = await element.import(text);
    expect(contours).to.deep.equal([contour]);
    expect(element.contours.features).to.deep.equal([contour]);
    const mask = await createImageBitmap(await element.export('mask-png'));
    expect([mask.width, mask.height]).to.deep.equal([320, 240]);
  });

  it('is undone and done again', async () => {
    const element = shared();
    const contour = await element.segment(box);
    const names = log(element);
    expect(element.undo()).to.equal(true);
    expect(element.contours.features).to.have.length(0);
    expect(element.redo()).to.equal(true);
    expect(element.contours.features).to.deep.equal([contour]);
    // What is brought back is selected, as nothing else is.
    expect(names).to.deep.equal(['contour-remove', 'contour-select', 'contour-change', 'contour-select']);
  });
});

describe('a root that cannot be made', () => {
  it('says why, unless it is the style sheets of another document that are refused', () => {
    const rootRefusedWith = (error: Error): void => {
      const element = document.createElement('snake-segmenter');
      element.attachShadow = () => {
        throw error;
      };
      Reflect.get(element, 'createRenderRoot').call(element);
    };
    expect(() => rootRefusedWith(new TypeError('no root'))).to.throw(TypeError, 'no root');
    expect(() => rootRefusedWith(new DOMException('', 'NotAllowedError'))).not.to.throw();
  });
});

describe('an image that was opened', () => {
  const { prepare } = EngineClient.prototype;
  afterEach(() => {
    EngineClient.prototype.prepare = prepare;
  });

  it('has the engine made ready for contours in it, and again for another algorithm', async () => {
    const asked: string[] = [];
    EngineClient.prototype.prepare = function (algorithm, image) {
      asked.push(`${algorithm} ${image !== undefined}`);
      prepare.call(this, algorithm, image);
    };
    const element = await withEllipse();
    await until('a rehearsal', () => asked.includes('snake true'));
    element.algorithm = 'level-set';
    await until('another', () => asked.includes('level-set true'));
    expect(asked).to.deep.equal(['snake false', 'snake true', 'level-set true']);
  });
});

describe('segment()', () => {
  const shared = sharedEllipse();

  it('takes a box, a reversed box, a polygon, a point, an id and auto', async () => {
    const element = shared();
    const first = await element.segment(box);
    const reversed = await element.segment({ x: 230, y: 170, width: -140, height: -100 });
    expect(reversed.geometry).to.deep.equal(first.geometry);
    const ring = [
      [100, 80],
      [220, 80],
      [220, 160],
      [100, 160],
      [100, 80],
    ];
    const polygon = await element.segment({ type: 'Polygon', coordinates: [ring] });
    const point = await element.segment({ x: 160, y: 120 });
    for (const contour of [polygon, point]) {
      expect(contains(contour.geometry, { x: 160, y: 120 })).to.equal(true);
      expect(contour.properties.measurements['Area px^2']).to.be.closeTo(7540, 700);
    }
    element.clear();
    const auto = await element.segment('auto');
    expect(element.contours.features.map(({ id }) => id)).to.include(auto.id);
  });

  it('finds by itself what is in view, and in the whole image where all of it is', async () => {
    const canvas = new OffscreenCanvas(400, 200);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#222';
    context.fillRect(0, 0, 400, 200);
    context.fillStyle = '#ccc';
    for (const x of [60, 160, 260, 340]) {
      context.beginPath();
      context.ellipse(x, 100, 24, 18, 0, 0, 7);
      context.fill();
    }
    const element = await mount({ backend: 'cpu', src: new File([await canvas.convertToBlob()], 'four.png') });
    await element.ready;
    const centres = (): number[] =>
      element.contours.features
        .map(({ geometry }) => geometry.coordinates.flat(2) as number[])
        .map((ring) => ring.filter((_, i) => i % 2 === 0))
        .map((xs) => Math.round((Math.min(...xs) + Math.max(...xs)) / 2))
        .sort((a, b) => a - b);
    await element.executeCommand('snake.run');
    expect(centres()).to.deep.equal([60, 160, 260, 340]);
    element.clear();
    const { viewer, item } = element;
    viewer!.viewport.fitBounds(item!.imageToViewportRectangle(0, 50, 210, 105), true);
    await element.executeCommand('snake.run');
    expect(centres()).to.deep.equal([60, 160]);
    element.remove();
  });

  it('refines a contour in place: same id, its class kept', async () => {
    const element = shared();
    const contour = await element.segment(box);
    element.classify({ name: 'Cell', color: [230, 159, 0] }, contour.id);
    const refined = await element.segment(contour.id);
    expect(refined.id).to.equal(contour.id);
    expect(refined.properties.classification).to.deep.equal({ name: 'Cell', color: [230, 159, 0] });
    expect(element.contours.features).to.have.length(1);
  });

  it('gives the same nodes again from what the contour says of itself', async () => {
    const element = shared();
    const contour = await element.segment(box, { model: 'gaussian', channel: 'luminance' });
    const { request } = contour.properties.metadata;
    const { init, ...options } = JSON.parse(request!);
    const again = await element.segment(init, options);
    expect(again.geometry).to.deep.equal(contour.geometry);
  });

  it('takes model and channel from the attributes, options first', async () => {
    const element = shared();
    element.model = 'poisson';
    const one = await element.segment(box);
    expect(one.properties.metadata.model).to.equal('poisson');
    const two = await element.segment(box, { model: 'gaussian' });
    expect(two.properties.metadata.model).to.equal('gaussian');
  });

  it('waits for the image when called before it is open', async () => {
    const element = await mount({ backend: 'cpu', src: await ellipsePicture() });
    expect(element.image).to.equal(undefined);
    const contour = await element.segment(box);
    expect(contour.properties.measurements['Area px^2']).to.be.greaterThan(6000);
  });

  it('does not start where the page prevents it', async () => {
    const element = shared();
    element.addEventListener('contour-before-start', (event) => event.preventDefault(), { once: true });
    const names = log(element);
    expect((await refused(element.segment(box))).name).to.equal('AbortError');
    expect(names).to.deep.equal(['contour-before-start']);
    await element.segment(box);
  });

  for (const [what, init] of [
    ['outside the image', { x: 1000, y: 10, width: 20, height: 20 }],
    ['empty', { x: 10, y: 10, width: 0, height: 20 }],
    ['not a number', { x: Number.NaN, y: 10, width: 20, height: 20 }],
    ['infinite', { x: 0, y: 0, width: Infinity, height: 20 }],
    [
      'a polygon that crosses itself',
      {
        type: 'Polygon',
        coordinates: [
          [
            [10, 10],
            [90, 90],
            [90, 10],
            [10, 90],
            [10, 10],
          ],
        ],
      },
    ],
    ['a point outside', { x: -5, y: 10 }],
    ['no contour’s id', 'no-such-id'],
  ] as const) {
    it(`refuses a start that is ${what}, in words on the component, and loses nothing`, async () => {
      const element = shared();
      const contour = await element.segment(box);
      const failed = once(element, 'segmenter-error');
      const error = await refused(element.segment(init));
      expect(error).to.include({ code: 'bad-init', recoverable: true });
      expect((await failed).message).to.equal(error.message);
      await element.updateComplete;
      // Who looks at the image reads the reason, and that something lies beyond it; the numbers are for the page.
      const told = what.includes('outside') ? 'This lies outside of the image.' : Object(error).values.reason;
      expect(element.shadowRoot?.querySelector('[role=alert]')?.textContent).to.include(told);
      expect(element.contours.features).to.deep.equal([contour]);
      await element.segment(box);
      await element.updateComplete;
      expect(element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
    });
  }

  it('refuses a parameter out of range, and one that is not known', async () => {
    const element = shared();
    expect(await refused(element.segment(box, { model: 'gausian' }))).to.include({ code: 'bad-parameter' });
    const misspelt: object = { nonsense: 1 };
    expect(await refused(element.segment(box, misspelt))).to.include({ code: 'bad-parameter' });
    expect(await refused(element.segment(box, { algorithm: 'snail' }))).to.include({ code: 'bad-parameter' });
  });

  it('refuses options and parameters that are not objects, in runs and in searches', async () => {
    const element = shared();
    for (const parameters of [5, 'order', [], () => {}, true]) {
      const error = await refused(element.segment(box, { parameters: parameters as never }));
      expect(error, String(parameters)).to.include({ code: 'bad-parameter' });
      expect(error.message).to.contain('The parameter parameters ').and.to.contain('it must be an object');
    }
    expect((await refused(element.segment(box, [] as never))).message).to.contain('The parameter options ');
    for (const regions of [false, true]) {
      const error = await refused(element.segment('auto', { regions, paused: 'no' as never }));
      expect(error.message).to.contain('The parameter paused cannot be no: it must be true or false');
    }
    expect(element.contours.features).to.deep.equal([]);
  });

  it('refuses to run twice at once', async () => {
    const element = shared();
    const first = element.segment(box, { paused: true });
    const heard = log(element);
    expect(await refused(element.segment(box))).to.include({ code: 'busy' });
    expect(heard, 'it concerns the caller alone').not.to.include('segmenter-error');
    element.cancel();
    await first;
    await element.segment(box);
  });

  it('refuses outside a page, and when taken out of it', async () => {
    const loose = document.createElement('snake-segmenter');
    expect(await refused(loose.segment(box))).to.include({ code: 'detached' });
    const element = await withEllipse();
    const run = refused(element.segment(box, { paused: true }));
    await once(element, 'contour-start');
    element.remove();
    expect(await run).to.include({ code: 'detached' });
    expect(await refused(element.segment(box))).to.include({ code: 'detached' });
    const other = await withEllipse();
    const begun = refused(other.segment(box));
    other.remove();
    expect(await begun, 'taken out in the same turn').to.include({ code: 'detached' });
  });

  it('has `ready` wait for a page, also when it was taken out of one', async () => {
    const element = Object.assign(document.createElement('snake-segmenter'), {
      backend: 'cpu',
      src: await ellipsePicture(),
    });
    const settled = async (): Promise<unknown> => Promise.race([element.ready.then(() => 'ready'), aTimeout(50)]);
    const early = element.ready;
    expect(await settled()).to.equal(undefined);
    document.body.append(element);
    const opening = refused(element.ready);
    element.remove();
    expect(await opening).to.include({ code: 'detached' });
    expect(await refused(early), 'it had begun to open').to.include({ code: 'detached' });
    expect(await settled()).to.equal(undefined);
    document.body.append(element);
    await element.ready;
    expect(element.image?.width).to.equal(320);
  });

  it('says that there is no image', async () => {
    const element = await mount({ backend: 'cpu' });
    await element.ready;
    expect(await refused(element.segment(box))).to.include({ code: 'no-image' });
  });
});

describe('a run', () => {
  const shared = sharedEllipse();

  const started = async (element: SnakeSegmenter) => {
    const start = once(element, 'contour-start');
    const result = element.segment(box, { paused: true });
    return { result, ...(await start) };
  };

  it('goes step by step, tells each, and shows that it runs', async () => {
    const element = shared();
    const { result } = await started(element);
    await element.updateComplete;
    expect(element.matches(':state(running)')).to.equal(true);
    const seen: number[] = [];
    for (let k = 0; k < 3; k++) {
      const progress = once(element, 'contour-progress');
      element.step();
      const { step, ring, criterion } = await progress;
      expect(ring.length).to.be.greaterThan(7);
      expect(criterion).to.be.a('number');
      seen.push(step);
    }
    expect(seen[2]).to.be.greaterThan(seen[0]!);
    element.resume();
    const contour = await result;
    await element.updateComplete;
    expect(element.matches(':state(running)')).to.equal(false);
    const plain = await element.segment(box);
    expect(contour.geometry).to.deep.equal(plain.geometry);
  });

  it('that refines an object leaves its name, class and note as they are, also where they were given meanwhile', async () => {
    const element = shared();
    const { id } = await element.segment(box);
    const { objects } = Reflect.get(element, 'bench');
    objects.note(objects.all[0], 'look again');
    const refined = element.segment(id, { paused: true });
    await once(element, 'contour-start');
    objects.rename(objects.all[0], 'Gland');
    element.classify({ name: 'Cell', color: [230, 159, 0] }, id);
    element.resume();
    const { properties } = await refined;
    expect(properties.name).to.equal('Gland');
    expect(properties.classification?.name).to.equal('Cell');
    expect(properties.metadata.note).to.equal('look again');
  });

  it('ends where the object that it refines is deleted, which does not come back', async () => {
    const element = shared();
    const { id } = await element.segment(box);
    const refined = refused(element.segment(id, { paused: true }));
    await once(element, 'contour-start');
    await element.updateComplete;
    const cancel = once(element, 'contour-cancel');
    expect(element.remove(id)).to.equal(true);
    expect((await cancel).contour).to.equal(undefined);
    expect(await refined).to.include({ name: 'AbortError' });
    expect(element.contours.features).to.have.length(0);
    await element.updateComplete;
    expect(element.matches(':state(running)')).to.equal(false);
    element.undo();
    expect(element.contours.features).to.have.length(1);
  });

  it('keeps its last valid contour when cancelled', async () => {
    const element = shared();
    const { result, id } = await started(element);
    const progress = once(element, 'contour-progress');
    element.step();
    await progress;
    const cancel = once(element, 'contour-cancel');
    element.cancel();
    const contour = await result;
    expect(contour.id).to.equal(id);
    expect((await cancel).contour).to.deep.equal(contour);
    expect(element.contours.features).to.deep.equal([contour]);
    expect(element.undo()).to.equal(true);
  });

  it('says that it ends, and leaves nothing when cancelled twice before its first step', async () => {
    const element = shared();
    const start = once(element, 'contour-start');
    const run = refused(element.segment(box, { paused: true }));
    await start;
    const cancel = once(element, 'contour-cancel');
    element.cancel();
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.status .what')?.textContent).to.include('ending');
    element.cancel();
    expect((await run).name).to.equal('AbortError');
    expect((await cancel).contour).to.equal(undefined);
    expect(element.contours.features).to.have.length(0);
  });

  it('leaves nothing when aborted by signal, before and after it began', async () => {
    const element = shared();
    expect((await refused(element.segment(box, { signal: AbortSignal.abort() }))).name).to.equal('AbortError');
    const abort = new AbortController();
    const start = once(element, 'contour-start');
    const run = refused(element.segment(box, { paused: true, signal: abort.signal }));
    await start;
    const cancel = once(element, 'contour-cancel');
    abort.abort();
    expect((await run).name).to.equal('AbortError');
    expect((await cancel).contour).to.equal(undefined);
    expect(element.contours.features).to.have.length(0);
    await element.segment(box);
  });

  it('draws progress at most once a frame', async () => {
    const element = shared();
    let frames = 0;
    let running = true;
    const count = (): void => {
      frames++;
      if (running) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    let told = 0;
    element.addEventListener('contour-progress', () => told++);
    await element.segment(box);
    running = false;
    expect(told).to.be.greaterThan(0);
    expect(told).to.be.at.most(frames + 1);
  });
});
