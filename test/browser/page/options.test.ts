/** Options and properties that are missing, as `undefined` or `null`, and options that there are not. */
import { expect } from '@open-wc/testing';
import type OpenSeadragon from 'openseadragon';
import { SegmenterError } from '../../../src/core/errors.js';
import { loadOpenSeadragon } from '../../../src/element/viewer/openseadragon.js';
import type { SnakeSegmenter } from '../../../src/index.js';
import { attach } from '../../../src/plugin.js';
import { REPEATED } from '../../../src/worker/feature.js';
import { ellipsePicture, mount, onCanvas, unmountAll } from '../support.js';

const box = { x: 90, y: 70, width: 140, height: 100 };

/** Values of no type, as from a script without types. */
const odd = <T>(value: unknown): T => JSON.parse(JSON.stringify(value));
const none = <T>(...names: readonly string[]): T => odd(Object.fromEntries(names.map((name) => [name, null])));

const rejection = async (call: () => Promise<unknown>): Promise<unknown> => {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
};

const names = (error: unknown, name: string): void => {
  expect(error).to.be.instanceOf(SegmenterError).with.property('code', 'bad-parameter');
  expect(String(error)).to.contain(`The parameter ${name} `);
};

describe('options that are null', function () {
  this.timeout(240_000);
  let element: SnakeSegmenter;

  before(async () => {
    element = await mount({ backend: 'cpu', src: await ellipsePicture() });
    await element.ready;
  });
  after(unmountAll);

  it('of a run count as not given, those of a search among them', async () => {
    const wanted = (await element.segment(box)).geometry;
    const alone = [
      'model',
      'channel',
      'signal',
      'paused',
      'regions',
      'region',
      'like',
      'unlike',
      'parameters',
      'boxPrior',
    ];
    const its = [...REPEATED.filter((name) => name !== 'init'), ...alone];
    expect((await element.segment(box, none(...its))).geometry).to.deep.equal(wanted);
    expect((await element.segment(box, odd(null))).geometry).to.deep.equal(wanted);
    await element.segment('auto', { regions: true, ...none<object>(...its.filter((name) => name !== 'regions')) });
    await element.segment('auto', { regions: odd({ size: null, largest: null }) });
  });

  it('of an export count as not given, and one that there is not is refused', async () => {
    const wanted = await element.export('w3c');
    expect(await element.export('w3c', odd(null))).to.equal(wanted);
    expect(await element.export('w3c', none('source', 'simplify'))).to.equal(wanted);
    expect(await element.export(odd(null))).to.equal(await element.export());
    const error = await rejection(() => element.export('w3c', odd({ simplfy: 2 })));
    names(error, 'simplfy');
    expect(String(error)).to.contain('the nearest is simplify');
    names(await rejection(() => element.export('w3c', { source: '' })), 'source');
  });

  it('of counters count as not given, and one that there is not is refused', async () => {
    expect((await element.stats(none('timings'))).images).to.equal(1);
    names(await rejection(() => element.stats(odd({ timing: true }))), 'timing');
  });

  it('of what a page registers count as not given', () => {
    const offs = [
      element.registerCommand({
        id: 'a.b',
        title: 'A',
        run: () => {},
        ...none<object>('key', 'icon', 'group', 'when', 'checked'),
      }),
      element.registerTool({
        id: 'own',
        title: 'Own',
        create: () => ({}),
        ...none<object>('icon', 'cursor', 'hint', 'key', 'group'),
      }),
      element.registerFormat({
        id: 'own',
        title: 'Own',
        extension: 'own',
        write: () => '',
        ...none<object>('type', 'needs', 'slices', 'read', 'recognises'),
      }),
    ];
    expect(element.commands.find(({ id }) => id === 'snake.tool.own')?.title).to.equal('Own');
    for (const off of offs) off();
  });

  it('select nothing, and take a class away', async () => {
    const { id } = await element.segment(box);
    element.classify({ name: 'a', color: [1, 2, 3] }, id);
    element.classify(odd(null), id);
    expect(element.contours.features.find((each) => each.id === id)?.properties.classification).to.equal(undefined);
    element.select(odd(null));
    expect(element.selection).to.have.length(0);
  });

  it('as properties have their defaults', async () => {
    const failed: string[] = [];
    element.addEventListener('segmenter-error', ({ detail }) => failed.push(detail.message));
    const defaults = {
      algorithm: 'snake',
      tool: 'pan',
      format: 'geojson',
      backend: 'auto',
      images: [],
      display: {},
      classes: [],
      parameters: {},
      viewerOptions: {},
    };
    const others = [
      'model',
      'channel',
      'classification',
      'requestInit',
      'imageKey',
      'contourStyle',
      'contourFile',
      'mpp',
      'slice',
      'item',
      'openSeadragon',
      'workerUrl',
      'contours',
    ];
    for (const name of [...Object.keys(defaults), ...others]) {
      Reflect.set(element, name, null);
      await element.updateComplete;
    }
    for (const [name, value] of Object.entries(defaults)) expect(Reflect.get(element, name), name).to.deep.equal(value);
    element.display = odd({ opacity: null, fill: null });
    element.contourStyle = () => odd({ color: null, width: null });
    await element.ready;
    await element.segment(box);
    expect(failed).to.deep.equal([]);
  });
});

describe('options of attach', function () {
  this.timeout(240_000);
  const place = document.createElement('div');
  place.style.cssText = 'width: 300px; height: 200px';
  let viewer: OpenSeadragon.Viewer;

  before(async () => {
    document.body.append(place);
    const picture = URL.createObjectURL(await ellipsePicture());
    viewer = (await loadOpenSeadragon())({ element: place, ...onCanvas, tileSources: { type: 'image', url: picture } });
    if (viewer.world.getItemCount() === 0) await new Promise((resolve) => viewer.addOnceHandler('open', resolve));
  });
  after(() => {
    viewer.destroy();
    place.remove();
  });

  it('may be null, and are as if they were not given', async () => {
    for (const options of [
      odd<object>(null),
      none<object>(
        'algorithm',
        'model',
        'toolbar',
        'panel',
        'tool',
        'display',
        'parameters',
        'container',
        'item',
        'keys',
        'mpp',
      ),
    ]) {
      const { segmenter, dispose } = attach(viewer, { ...options, backend: 'cpu' });
      expect(segmenter.nextElementSibling).to.equal(viewer.element);
      await segmenter.ready;
      expect(segmenter.tool).to.equal('pan');
      dispose();
    }
  });

  it('are every property of the element', async () => {
    const { segmenter, dispose } = attach(viewer, odd({ backend: 'cpu', table: true, noModules: true }));
    await segmenter.ready;
    expect([segmenter.table, segmenter.noModules]).to.deep.equal([true, true]);
    dispose();
  });
});
