import { expect } from '@open-wc/testing';
import { contains } from '../../src/element/geometry.js';
import { drag, log, once, withEllipse } from './element-support.js';

describe('a box drawn with the mouse', () => {
  it('becomes the contour of the object inside', async () => {
    const element = await withEllipse({ tool: 'box' });
    const names = log(element);
    const complete = once(element, 'contour-complete');
    await drag(element, [90, 70], [230, 170]);
    const { contour } = await complete;
    const area = contour.properties.measurements['Area px^2']!;
    expect(area).to.be.closeTo(Math.PI * 60 * 40, 350);
    expect(contains(contour.geometry, { x: 160, y: 120 })).to.equal(true);
    expect(names).to.deep.equal([
      'contour-before-start',
      'contour-start',
      'contour-progress',
      'contour-complete',
      'contour-select',
    ]);
    expect(element.contours.features).to.have.length(1);
    expect(element.selected?.id).to.equal(contour.id);
  });
});
