import { expect } from '@open-wc/testing';
import { refused, sharedEllipse } from '../support.js';

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
    const contour = await element.segment({ x: 20, y: 30, width: 40, height: 50 }, { inset: 5 });
    expect(contour.geometry.coordinates[0]?.[0]).to.deep.equal([25, 35]);
    expect(contour.properties.measurements['Area px^2']).to.equal(30 * 40);
    expect(contour.properties.metadata.inset).to.equal('5');
    expect(await refused(element.segment({ x: 20, y: 30, width: 40, height: 50 }, { inset: -1 }))).to.include({
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
