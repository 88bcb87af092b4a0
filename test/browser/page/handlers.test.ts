import { expect } from '@open-wc/testing';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { click, drag, type EventName, once, sharedEllipse } from '../support.js';
import { until } from '../until.js';

const box = { x: 90, y: 70, width: 140, height: 100 };

type Writable = { -readonly [Name in keyof ContourFeature]: unknown };

const ringsOf = ({ geometry }: ContourFeature): number[][][] => geometry.coordinates as unknown as number[][][];

/** What handlers of pages that know no better do with a contour. Each is refused where the handler is in strict mode, as that of a module is. */
const spoilers: readonly ((contour: Writable & ContourFeature) => void)[] = [
  (contour) => Object.assign(contour, { properties: null }),
  (contour) => Object.assign(contour, { id: undefined }),
  (contour) => Object.assign(contour.properties, { measurements: undefined, name: 'spoilt' }),
  (contour) => Object.assign(contour.properties.metadata, { note: 'spoilt' }),
  (contour) => Object.assign(contour.geometry, { coordinates: [] }),
  (contour) => void ringsOf(contour).pop(),
  (contour) => void ringsOf(contour)[0]!.pop(),
  (contour) => {
    for (const position of ringsOf(contour)[0]!) position[0]! *= 0.25;
  },
];

/** Does all of it, and counts what was refused. */
const spoil = (contour: ContourFeature): number =>
  spoilers.filter((spoiler) => {
    try {
      spoiler(contour);
      return false;
    } catch (error) {
      return error instanceof TypeError;
    }
  }).length;

describe('a handler of the page that writes into what an event gives it', () => {
  const shared = sharedEllipse({ panel: true });

  for (const name of ['contour-complete', 'contour-change', 'contour-select'] as const satisfies readonly EventName[])
    it(`leaves the objects of the component as they are: ${name}`, async () => {
      const element = shared();
      const counts: number[] = [];
      const handler = ({ detail }: CustomEvent<{ readonly contour?: ContourFeature }>): void => {
        if (detail.contour) counts.push(spoil(detail.contour));
      };
      element.addEventListener(name, handler);
      try {
        element.tool = 'box';
        await element.updateComplete;
        const { contour } = await new Promise<{ contour: ContourFeature }>((resolve) => {
          element.addEventListener('contour-complete', ({ detail }) => resolve(detail), { once: true });
          void drag(element, [90, 70], [230, 170]);
        });
        const exported = await element.export('geojson');
        element.classify({ name: 'Tumour', color: [200, 0, 0] }, contour.id);
        element.tool = 'pan';
        await element.updateComplete;
        await click(element, 160, 120);
        await element.updateComplete;
        expect(counts).to.not.be.empty;
        expect(counts.every((count) => count === spoilers.length)).to.equal(true);
        expect(exported).to.not.include('spoilt');
        expect(JSON.parse(exported).features[0].geometry).to.deep.equal(contour.geometry);
        await until('the object in the list', () => element.renderRoot.querySelectorAll('[data-object]').length === 1);
      } finally {
        element.removeEventListener(name, handler as EventListener);
      }
    });

  it('has none to write into in `contours`, `selected`, `selection` and what a run gives either', async () => {
    const element = shared();
    const made = await element.segment(box);
    const [first] = element.contours.features;
    for (const contour of [made, first, element.selected, element.selection[0]])
      expect(contour && spoil(contour)).to.equal(spoilers.length);
    const features = [...element.contours.features];
    const change = once(element, 'contour-change');
    element.contours = { type: 'FeatureCollection', features: features.map((each) => ({ ...each, id: 'mine' })) };
    expect((await change).contour.id).to.equal('mine');
  });

  it('has none to write into where positions came packed', async () => {
    const element = shared();
    const made = await element.segment(box);
    const text = await element.export('geojson');
    element.clear();
    const { contours } = await element.import(text);
    for (const contour of [contours[0], element.contours.features[0]])
      expect(contour && spoil(contour)).to.equal(spoilers.length);
    expect(element.contours.features).to.deep.equal([made]);
  });

  it('may add to the list that `contours` gave, and set it', async () => {
    const element = shared();
    const made = await element.segment(box);
    const { contours } = element;
    (contours.features as ContourFeature[]).push({ ...made, id: 'mine' });
    element.contours = contours;
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal([made.id, 'mine']);
  });
});
