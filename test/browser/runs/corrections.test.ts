/** Contours corrected by marks: where the run begins, and what stays as it is. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import { requestOf } from '../../../src/worker/feature.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { click, drag, once, saidBy, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

/** Round the ellipse of the picture. */
const BOX = { x: 60, y: 40, width: 200, height: 160 };
const MIDDLE = [160, 120] as const;

const holed = {
  type: 'Polygon',
  coordinates: [
    [
      [100.5, 80],
      [200, 80],
      [200, 160],
      [100.5, 160],
      [100.5, 80],
    ],
    [
      [150, 110],
      [170, 110],
      [170, 130],
      [150, 130],
      [150, 110],
    ],
  ],
};

describe('corrections', () => {
  const shared = sharedEllipse();

  afterEach(() => resetMouse());

  const right = ({ geometry }: ContourFeature): number => {
    if (geometry.type !== 'Polygon') throw new Error('no polygon');
    return Math.max(...geometry.coordinates[0]!.map(([x]) => x));
  };

  it('begin with the box that the contour came from, by its settings; a mark where the contour is changes its record alone', async () => {
    const element = shared();
    const from = await element.segment(BOX, { lengthCost: 3 });
    const marked = await element.segment(from.id, { hints: { inside: [MIDDLE] } });
    expect([marked.id, marked.geometry]).to.deep.equal([from.id, from.geometry]);
    const request = requestOf(marked)!;
    expect(request.init).to.deep.equal(BOX);
    expect(request.parameters).to.deep.equal(requestOf(from)!.parameters);
    expect(request.hints!.inside).to.deep.equal([MIDDLE]);

    const hints = { inside: [MIDDLE], outside: [[right(from) - 4, 120]], order: ['inside', 'outside'] as const };
    const corrected = await element.segment(from.id, { hints });
    expect(corrected.geometry).not.to.deep.equal(from.geometry);
    element.clear();
    const together = await element.segment(BOX, { lengthCost: 3, hints });
    expect(corrected.geometry).to.deep.equal(together.geometry);
  });

  it('come back to the contour of the box where the last mark is taken away', async () => {
    const element = shared();
    const from = await element.segment(BOX);
    await element.segment(from.id, { hints: { outside: [[right(from) - 4, 120]] } });
    const back = await element.segment(from.id, { hints: { inside: [], outside: [] } });
    expect(back.geometry).to.deep.equal(from.geometry);
    expect(back.properties.metadata).not.to.have.property('hints');
  });

  it('begin with what stands where a contour was changed by hand, and leave it where all marks are on their sides', async () => {
    const element = shared();
    const { contours } = await element.import(holed);
    const { id, geometry } = contours[0]!;
    const hints = {
      inside: [[120, 90]],
      outside: [
        [160, 120],
        {
          type: 'LineString',
          coordinates: [
            [10, 10],
            [90, 20],
          ],
        },
      ],
    } as const;
    const marked = await element.segment(id, { hints });
    expect(marked.geometry).to.deep.equal(geometry);
    expect(JSON.parse(marked.properties.metadata.hints!)).to.deep.equal(hints);
    const { hints: recorded, algorithm, init } = requestOf(marked)!;
    expect([recorded, algorithm, init]).to.deep.equal([hints, 'snake', holed]);

    const bare = await element.segment(id, { hints: {} });
    expect([bare.geometry, requestOf(bare)!.hints]).to.deep.equal([geometry, undefined]);

    const across = {
      inside: [
        {
          type: 'LineString',
          coordinates: [
            [120, 90],
            [160, 90],
            [160, 120],
          ],
        },
      ],
    } as const;
    const corrected = await element.segment(id, { hints: across });
    expect(corrected.geometry).not.to.deep.equal(geometry);
  });

  it('refuse marks that are none, and leave the contour', async () => {
    const element = shared();
    const { contours } = await element.import(holed);
    const error = await element
      .segment(contours[0]!.id, { hints: { inside: [[-20, 5]] } })
      .catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'bad-hints');
    expect(element.contours.features[0]!.geometry).to.deep.equal(contours[0]!.geometry);
  });

  it('say what they lack: a selected object, or one with an area', async () => {
    const element = shared();
    const status = (): string => saidBy(element);
    element.tool = 'point';
    await element.updateComplete;
    const mark = async (): Promise<void> => {
      await sendKeys({ down: 'Alt' });
      await drag(element, [120, 90], [140, 100]);
      await sendKeys({ up: 'Alt' });
    };
    await mark();
    await waitUntil(() => status().includes('Select an object'), 'nothing is selected');
    const line = {
      type: 'LineString',
      coordinates: [
        [20, 20],
        [90, 40],
      ],
    };
    const { contours } = await element.import(line);
    element.select(contours[0]!.id);
    await mark();
    await waitUntil(() => status().includes('no area'), 'a line has no area');
    expect(element.shadowRoot?.querySelector('[data-mark]')).to.equal(null);
    expect(element.contours.features).to.have.length(1);
  });

  it('heed a mark that is made while another is being heeded', async () => {
    const element = shared();
    const from = await element.segment(BOX);
    element.tool = 'point';
    await element.updateComplete;
    let marks = 0;
    await sendKeys({ down: 'Alt' });
    const first = once(element, 'contour-start');
    await click(element, right(from) + 8, 120);
    await first;
    await click(element, 160, 100);
    await sendKeys({ up: 'Alt' });
    await waitUntil(() => {
      marks = JSON.parse(element.contours.features[0]!.properties.metadata.hints ?? '{}').inside?.length ?? 0;
      return marks === 2;
    }, 'both marks are on the record');
  });
});
