/** Contours that are imported while another image is opened: they come onto the image that they were imported for, or none. */
import { expect } from '@open-wc/testing';
import { deferred } from '../../../src/core/deferred.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { ellipsePicture, refused, squareFeature, unmountAll, withEllipse } from '../support.js';

const small = () => ellipsePicture(200, 150, { cx: 100, cy: 75, rx: 40, ry: 30 });
const collection = (...xs: readonly number[]) => ({
  type: 'FeatureCollection' as const,
  features: xs.map((x) => squareFeature(x, 20, 10)),
});
const lefts = ({ contours }: SnakeSegmenter): unknown =>
  contours.features.map(({ geometry }) => ('coordinates' in geometry ? geometry.coordinates.flat(2)[0] : undefined));
/** Registers a format whose files consist of the word “slow”. */
const register = (element: SnakeSegmenter, read: () => Promise<ReturnType<typeof collection>>): void => {
  const recognises = (head: string): boolean => head === 'slow';
  const format = { id: 'slow', title: 'Slow', extension: 'slow', recognises, read };
  element.registerExtension({ contributes: { formats: [format] } });
};

describe('an import while another image is opened', () => {
  afterEach(unmountAll);

  it('takes in the session of the image that is being opened, not of the one before', async () => {
    const element = await withEllipse();
    const first = element.src;
    element.contours = collection(10);
    const ofFirst = element.session();
    const second = await small();
    element.src = second;
    await element.ready;
    element.contours = collection(20);
    const ofSecond = element.session();
    element.src = first;
    await element.ready;
    element.clear();

    element.src = second;
    await element.import(ofSecond);
    expect([element.image?.width, lefts(element)]).to.deep.equal([200, [20]]);
    element.clear();
    element.src = first;
    await element.ready;
    const told = element.import(ofFirst);
    element.src = second;
    expect(await refused(told)).to.include({ code: 'bad-import' });
    await element.ready;
    expect(lefts(element)).to.deep.equal([]);
  });

  it('puts what was still being read when another image was asked for on neither', async () => {
    const element = await withEllipse();
    const first = element.src;
    const [begun, gate] = [deferred(), deferred()];
    const read = async () => {
      begun.resolve();
      await gate.promise;
      return collection(30);
    };
    register(element, read);
    const told = element.import('slow');
    await begun.promise;
    const second = await small();
    element.src = second;
    gate.resolve();
    const error = await refused(told);
    expect(error).to.include({ code: 'bad-import' });
    expect(error.message).to.contain('open that image first');
    await element.ready;
    expect([element.image?.width, lefts(element)]).to.deep.equal([200, []]);
    element.src = first;
    await element.ready;
    expect(lefts(element)).to.deep.equal([]);
    await element.import('slow');
    expect(lefts(element)).to.deep.equal([30]);
  });

  it('goes on where the image stays: the component is moved, taken out, or another image does not open', async () => {
    const element = await withEllipse();
    const first = element.src;
    let begun = deferred();
    let gate = deferred();
    let x = 0;
    const read = async () => {
      begun.resolve();
      await gate.promise;
      x += 10;
      return collection(x);
    };
    register(element, read);
    const during = async (change: () => unknown): Promise<void> => {
      [begun, gate] = [deferred(), deferred()];
      const told = element.import('slow');
      await begun.promise;
      await change();
      gate.resolve();
      await told;
    };
    await during(() => document.body.prepend(element));
    await during(() => {
      element.src = '/test/data/nothing.png';
    });
    element.src = first;
    await element.ready;
    await during(async () => {
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
    });
    document.body.append(element);
    await element.ready;
    expect(lefts(element)).to.deep.equal([10, 20, 30]);
  });
});
