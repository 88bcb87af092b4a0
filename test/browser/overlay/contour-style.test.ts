/** Contours that a page draws in looks of its own. */
import { expect } from '@open-wc/testing';
import { ContourPainter, type Look } from '../../../src/element/overlay/contour-painter.js';
import { indexOf } from '../../../src/element/overlay/spatial-index.js';
import { withStyles } from '../../../src/element/seeing/own-style.js';
import type { ContourStyles, FeatureCollection, SnakeSegmenter } from '../../../src/index.js';
import { log, once, overlayCanvas, projectionFor, sharedEllipse } from '../support.js';
import { until } from '../until.js';

const RED = [255, 0, 0] as const;

const square = (id: string, at: number, area: number, name?: string): FeatureCollection['features'][number] => ({
  type: 'Feature',
  id,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [at, 40],
        [at + 60, 40],
        [at + 60, 100],
        [at, 100],
        [at, 40],
      ],
    ],
  },
  properties: {
    objectType: 'annotation',
    ...(name === undefined ? {} : { classification: { name, color: [0, 0, 255] } }),
    measurements: { 'Area px^2': area },
    metadata: {},
  },
});

const list: FeatureCollection = {
  type: 'FeatureCollection',
  features: [square('plain', 20, 10), square('tumour', 100, 20, 'tumour'), square('large', 180, 500, 'tumour')],
};

/** How many pixels of the overlay are fully red in the left, the middle and the right square's third of the image. */
const reds = (element: SnakeSegmenter): number[] => {
  const canvas = overlayCanvas(element);
  const { data, width } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const at = projectionFor(element);
  const ratio = devicePixelRatio;
  const counts = [0, 0, 0];
  for (let k = 0; k < data.length; k += 4) {
    if (!(data[k]! > 240 && data[k + 1]! < 20 && data[k + 2]! < 20 && data[k + 3]! > 200)) continue;
    const x = (((k / 4) % width) / ratio - at.centre.x) / at.scale + at.origin.x;
    counts[x < 90 ? 0 : x < 170 ? 1 : 2]!++;
  }
  return counts;
};

describe('contourStyle', () => {
  const shared = sharedEllipse();

  const styled = async (style: ContourStyles | undefined): Promise<SnakeSegmenter> => {
    const element = shared();
    element.contours = list;
    element.select(undefined);
    element.contourStyle = style;
    await element.updateComplete;
    return element;
  };

  afterEach(() => {
    shared().contourStyle = undefined;
  });

  it('is a function of a contour, asked once for each until it is set anew', async () => {
    const asked: FeatureCollection['features'][number][] = [];
    const style = (contour: FeatureCollection['features'][number]) => {
      asked.push(contour);
      return contour.id === 'plain' ? { color: RED, width: 6 } : undefined;
    };
    const element = await styled(style);
    await until('the first is red and wide', () => reds(element)[0]! > 500);
    expect(reds(element).slice(1)).to.deep.equal([0, 0]);
    element.viewer?.viewport.panBy(
      element.viewer.viewport.deltaPointsFromPixels(element.viewer.viewport.getContainerSize().times(0.01)),
      true,
    );
    await until('what is red', () => reds(element)[0]! > 500);
    expect(new Set(asked.map(({ id }) => id))).to.deep.equal(new Set(['plain', 'tumour', 'large']));
    expect(new Set(asked).size).to.equal(asked.length);
    element.contourStyle = ({ id }) => (id === 'large' ? { color: RED, fill: 1 } : undefined);
    await until('now the last is filled', () => reds(element)[2]! > 2000 && reds(element)[0] === 0);
  });

  it('is a list of rules by class and measurement, of which later ones override', async () => {
    const element = await styled([
      { class: 'tumour', color: RED },
      { measurement: 'Area px^2', from: 400, fill: 1 },
      { measurement: 'Area px^2', below: 15, color: RED, opacity: 0 },
    ]);
    await until('what is red', () => reds(element)[1]! > 50 && reds(element)[2]! > 2000);
    expect(reds(element)[0]).to.equal(0);
  });

  it('that is wrong is told once, and contours are drawn as before', async () => {
    for (const [style, code] of [
      [[{ colour: RED }], 'bad-parameter'],
      ['red', 'bad-parameter'],
      [() => ({ width: -1 }), 'bad-parameter'],
      [
        () => {
          throw new Error('no such thing');
        },
        'bad-extension',
      ],
    ] as const) {
      const element = shared();
      element.contours = list;
      const heard = log(element);
      const told = once(element, 'segmenter-error');
      Object.assign(element, { contourStyle: style });
      expect((await told).code).to.equal(code);
      element.viewer?.forceRedraw();
      await element.updateComplete;
      expect(heard.filter((name) => name === 'segmenter-error')).to.have.length(1);
      expect(reds(element)).to.deep.equal([0, 0, 0]);
    }
  });

  it('holds in pictures of many contours', () => {
    const canvas = new OffscreenCanvas(300, 200);
    const context = canvas.getContext('2d')!;
    const common: Look = { accent: '#00f', contour: '#0f0' };
    const rules: ContourStyles = [{ class: 'tumour', color: RED, fill: 1 }];
    const look = withStyles(common, rules, (error) => {
      throw error;
    });
    const index = indexOf(list.features);
    const p = { ...projectionFor(shared()), origin: { x: 0, y: 0 }, centre: { x: 0, y: 0 }, width: 300, height: 200 };
    const upright = { ...p, a: 1, b: 0, c: 0, d: 1, scale: 1 };
    new ContourPainter(context, look).crowd(index, [0, 1, 2], upright);
    const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
    expect([at(50, 70), at(130, 70), at(210, 70)]).to.deep.equal([
      [0, 0, 0, 0],
      [255, 0, 0, 255],
      [255, 0, 0, 255],
    ]);
  });
});
