/** Lines in the component: the response under them, thresholds that act at once, and what all lines come to. */
import { expect } from '@open-wc/testing';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, mount, once, overlayCanvas, unmountAll } from '../support.js';

/** Bright crossing lines, one of them weak, on noise. */
const linesPicture = async (): Promise<File> => {
  const [width, height] = [320, 240];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2-D canvas');
  const pixels = context.createImageData(width, height);
  let seed = 5;
  for (let k = 0; k < width * height; k++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const [x, y] = [k % width, Math.floor(k / width)];
    const strong = Math.abs(y - 80) < 2 || Math.abs(x - 150) < 2 ? 90 : 0;
    const weak = Math.abs(y - 190) < 2 && x < 120 ? 22 : 0;
    pixels.data.fill(70 + strong + weak + (seed >>> 28), 4 * k, 4 * k + 3);
    pixels.data[4 * k + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'lines.png', { type: 'image/png' });
};

const field = <T extends Element>(element: SnakeSegmenter, selector: string): T => {
  const found = element.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

const enter = (element: SnakeSegmenter, name: string, value: string): void => {
  const input = field<HTMLInputElement>(element, `#parameter-${name}`);
  input.value = value;
  input.dispatchEvent(new Event('change'));
};

/** Opaque pixels of the overlay. */
const painted = (element: SnakeSegmenter): number => {
  const canvas = overlayCanvas(element);
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1);
  return data.reduce((sum, value, i) => sum + Number(i % 4 === 3 && value > 8), 0);
};

describe('lines in the component', function () {
  this.timeout(240_000);
  let element: SnakeSegmenter;
  beforeEach(async () => {
    const settings = { backend: 'cpu', algorithm: 'linear-features', panel: true } as const;
    element = await mount({ ...settings, src: await linesPicture() });
    await element.ready;
    await element.updateComplete;
  });
  afterEach(unmountAll);

  it('shows the response under the lines, and hides it on demand', async () => {
    await element.segment('auto', { tile: 64 });
    await frame();
    await frame();
    const shown = painted(element);
    expect(shown).to.be.greaterThan(0);
    await element.updateComplete;
    const box = field<HTMLInputElement>(element, '#show-picture');
    expect(box.checked).to.equal(true);
    box.click();
    await frame();
    await frame();
    expect(painted(element)).to.be.lessThan(shown);
    await element.executeCommand('snake.view.response');
    await frame();
    await frame();
    expect(painted(element)).to.equal(shown);
    element.clear();
    await element.updateComplete;
    await frame();
    await frame();
    expect(painted(element)).to.equal(0);
    expect(element.shadowRoot?.querySelector('#show-picture')).to.equal(null);
  });

  it('does the run again when a threshold changes, with the response that is there, in place of the old lines', async () => {
    await element.segment('auto');
    const before = element.contours.features;
    const detections = async (): Promise<number | undefined> => (await element.stats()).kernels.combined_maxima?.calls;
    const first = await detections();
    expect(first).to.be.greaterThan(0);
    const again = once(element, 'contour-complete');
    enter(element, 'high', '40');
    await again;
    await frame();
    const after = element.contours.features;
    expect(after.length).to.be.lessThan(before.length);
    expect(after.some(({ id }) => before.some((old) => old.id === id))).to.equal(false);
    expect(await detections()).to.equal(first);
    expect(after[0]?.properties.metadata.high).to.equal('40');
    element.undo();
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id));
    // What needs another response waits for the next run.
    enter(element, 'orientations', '4');
    await frame();
    expect(await detections()).to.equal(first);
  });

  it('takes up what changes while it does so', async () => {
    await element.segment('auto', { high: 6 });
    enter(element, 'high', '5');
    enter(element, 'minLength', '30');
    enter(element, 'low', '2');
    for (let wait = 0; wait < 200 && element.contours.features[0]?.properties.metadata.low !== '2'; wait++)
      await frame();
    const metadata = element.contours.features[0]!.properties.metadata;
    expect([metadata.high, metadata.minLength, metadata.low]).to.deep.equal(['5', '30', '2']);
  });

  it('says what all lines come to', async () => {
    await element.segment('auto');
    await element.updateComplete;
    const totals = field(element, '[part=totals]').textContent ?? '';
    for (const name of ['Total length, px', 'Mean width, px', 'Density, px/px²', 'Branches']) {
      expect(totals).to.include(name);
    }
    for (const { geometry } of element.contours.features) expect(geometry.type).to.equal('LineString');
  });
});
