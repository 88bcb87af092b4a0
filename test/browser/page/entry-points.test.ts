/** The functions of the browser's entry points with arguments wrong in every way, and files of another window. */
import { expect } from '@open-wc/testing';
import type OpenSeadragon from 'openseadragon';
import { SegmenterError } from '../../../src/core/errors.js';
import { loadOpenSeadragon } from '../../../src/element/viewer/openseadragon.js';
import * as elementEntry from '../../../src/index.js';
import * as pluginEntry from '../../../src/plugin.js';
import { type AnyViewer, attach } from '../../../src/plugin.js';
import { attack, functionsOf, invoke, type Sound } from '../../support/attack.js';
import { ellipsePicture, mount, onCanvas, once, unmountAll } from '../support.js';

const box = { x: 90, y: 70, width: 140, height: 100 };
const square = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [9, 10],
            [29, 10],
            [29, 30],
            [9, 10],
          ],
        ],
      },
    },
  ],
};

const thrownBy = (call: () => unknown): unknown => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('entry points', function () {
  this.timeout(240_000);
  const place = document.createElement('div');
  place.style.cssText = 'width: 200px; height: 150px';
  let viewer: OpenSeadragon.Viewer;

  before(async () => {
    document.body.append(place);
    viewer = (await loadOpenSeadragon())({ element: place, ...onCanvas });
  });
  after(() => {
    viewer.destroy();
    place.remove();
    unmountAll();
  });

  const functions: Readonly<Record<string, readonly Sound[]>> = {
    addLanguage: [
      () => 'eo',
      () => ({ save: 'Konservi' }),
      () => ({ busy: 'Alia' }),
      () => ({ parameters: { model: { title: 'Modelo', choices: { gamma: ['Gama', 'por radaro'] } } } }),
      () => ({ 'no-room': 'ne estas loko' }),
    ],
    attach: [() => viewer, () => ({ tool: 'pan', container: document.createElement('div'), item: 0 })],
  };
  const entries: Readonly<Record<string, object>> = { index: elementEntry, plugin: pluginEntry };

  for (const [entry, module] of Object.entries(entries)) {
    it(`${entry} exports no function that is not tried here or among the members of the element`, () => {
      const tried = [...Object.keys(functions), 'SegmenterError', 'SnakeSegmenter'];
      expect(functionsOf(module).filter((name) => !tried.includes(name))).to.deep.equal([]);
    });
    for (const name of functionsOf(module).filter((each) => each in functions))
      it(name, () =>
        attack({
          call: (...values) => {
            const made = invoke(module, name, values);
            if (typeof made === 'object' && made !== null) invoke(made, 'dispose', []);
          },
          sound: functions[name] ?? [],
        }),
      );
  }

  it('attach names the argument that is wrong, and puts nothing into the page', () => {
    const none: AnyViewer = JSON.parse('null');
    const nowhere: HTMLElement = JSON.parse('{}');
    for (const [call, name] of [
      [() => attach(none), 'viewer'],
      [() => attach(JSON.parse('{}')), 'viewer'],
      [() => attach(viewer, JSON.parse('[]')), 'options'],
      [() => attach(viewer, { container: nowhere }), 'container'],
      [() => attach(viewer, JSON.parse('{"ready":1}')), 'ready'],
      [() => attach(viewer, JSON.parse('{"toolbra":true}')), 'toolbra'],
      [() => attach(viewer, JSON.parse('{"for":"other"}')), 'for'],
    ] as const) {
      const error = thrownBy(call);
      expect(error).to.be.instanceOf(SegmenterError).with.property('code', 'bad-parameter');
      expect(String(error)).to.contain(`The parameter ${name} `);
    }
    expect(document.querySelector('snake-segmenter')).to.equal(null);
  });

  it('a language with a wrong table stays as it was', async () => {
    elementEntry.addLanguage('eo', { undo: 'Malfari' });
    expect(thrownBy(() => elementEntry.addLanguage('eo', JSON.parse('{"undo":3}')))).to.have.property(
      'code',
      'bad-parameter',
    );
    expect(thrownBy(() => elementEntry.addLanguage('no tag', {}))).to.have.property('code', 'bad-parameter');
    const element = await mount({ lang: 'eo' });
    expect(element.commands.find(({ id }) => id === 'snake.undo')?.title).to.equal('Malfari');
    element.remove();
  });
});

describe('files of another window', function () {
  this.timeout(240_000);
  const frame = document.createElement('iframe');
  /** A file, or a blob where it has no name, made by the frame's own classes. */
  const foreign = (data: BlobPart, name?: string, type = ''): File => {
    const its: unknown = Reflect.get(frame, 'contentWindow');
    const kind: unknown = Reflect.get(Object(its), name === undefined ? 'Blob' : 'File');
    if (typeof kind !== 'function') throw new Error('the frame has no files');
    const made = Reflect.construct(kind, name === undefined ? [[data], { type }] : [[data], name, { type }]);
    expect(made).not.to.be.instanceOf(Blob);
    return made;
  };

  before(() => document.body.append(frame));
  after(() => {
    frame.remove();
    unmountAll();
  });

  it('are images, with their names, of the element and of an engine', async () => {
    const picture = await ellipsePicture();
    const element = await mount({ backend: 'cpu', src: foreign(picture, 'there.png', 'image/png') });
    await element.ready;
    expect(element.image?.name).to.equal('there.png');
    expect((await element.segment(box)).geometry.type).to.equal('Polygon');
    element.src = foreign(picture, undefined, 'image/png');
    await element.updateComplete;
    await element.ready;
    await element.take(foreign(picture, 'taken.png', 'image/png'));
    await element.ready;
    expect(element.image?.name).to.equal('taken.png');
    const { createEngine } = await import('../../../src/engine.js');
    const engine = await createEngine({ backend: 'cpu' });
    expect((await engine.open({ kind: 'blob', blob: foreign(picture, 'there.png') })).name).to.equal('there.png');
    engine.dispose();
  });

  it('are contours and sessions, to be imported, taken and shown', async () => {
    const picture = await ellipsePicture();
    const element = await mount({ backend: 'cpu', src: picture });
    await element.ready;
    const text = JSON.stringify(square);
    expect((await element.import(foreign(text))).contours).to.have.length(1);
    const session = await element.session().text();
    for (const [data, name] of [
      [text, 'a.geojson'],
      [session, 'a.session.json'],
    ] as const) {
      element.clear();
      await element.take(foreign(data, name));
      expect(element.contours.features, name).to.have.length(1);
    }
    const file = await element.export('flatgeobuf');
    if (typeof file === 'string') throw new Error('it is binary');
    const shown = once(element, 'contour-file-view');
    element.contourFile = foreign(await file.arrayBuffer(), 'shown.fgb');
    await shown;
  });
});
