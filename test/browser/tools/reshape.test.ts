/** Outlines simplified and smoothed, with what comes of it shown before it is applied. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

/** A disc of radius 50 whose edge has teeth of two pixels. */
const toothed = (properties: object = {}) => {
  const ring = Array.from({ length: 121 }, (_, k) => {
    const angle = (2 * Math.PI * (k % 120)) / 120;
    const radius = 50 + (k % 2);
    return [160 + radius * Math.cos(angle), 120 + radius * Math.sin(angle)];
  });
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties };
};

const vertices = ({ contours: { features } }: SnakeSegmenter): number =>
  features[0]?.geometry.type === 'Polygon' ? (features[0].geometry.coordinates[0]?.length ?? 0) - 1 : 0;

const part = <T extends HTMLElement>(element: SnakeSegmenter, selector: string): T => {
  const found = element.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};

const press = async (element: SnakeSegmenter, label: string): Promise<void> => {
  const buttons = [...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('.content button') ?? [])];
  const button = buttons.find(({ textContent }) => textContent?.trim() === label);
  if (!button) throw new Error(`no button ${label}`);
  button.click();
  await element.updateComplete;
};

describe('an outline changed by a tolerance', function () {
  this.timeout(240_000);
  const shared = sharedEllipse({ panel: true });
  let element: SnakeSegmenter;
  const chosen = async (properties?: object): Promise<void> => {
    element = shared();
    await element.import([toothed(properties)]);
    element.select(element.contours.features[0]!.id);
    await element.updateComplete;
  };
  const slide = async (tolerance: number): Promise<void> => {
    // The first time its code is loaded.
    await waitUntil(() => element.shadowRoot?.querySelector('.reshape .slider'), 'the slider');
    const slider = part<HTMLInputElement>(element, '.reshape .slider');
    slider.value = String(tolerance);
    slider.dispatchEvent(new Event('input'));
    await element.updateComplete;
  };

  it('is shown while the slider moves, and changed in one step when it is applied', async () => {
    await chosen();
    await press(element, 'Simplify');
    await slide(2);
    await frame();
    const told = part(element, '.reshape p').textContent ?? '';
    expect(told).to.match(/^Vertices: 120 → \d+$/);
    expect(vertices(element), 'not yet').to.equal(120);
    await press(element, 'Apply');
    expect(vertices(element)).to.equal(Number(told.split(' ').at(-1)));
    expect(vertices(element)).to.be.lessThan(40);
    expect(element.contours.features[0]?.properties.measurements['Area px^2']).to.be.closeTo(8011, 300);
    element.undo();
    expect(vertices(element)).to.equal(120);
  });

  it('says where nothing would change', async () => {
    await chosen();
    await press(element, 'Simplify');
    const told = (): string => part(element, '.reshape p').textContent ?? '';
    await slide(0);
    expect(told()).to.equal('Vertices: 120. Nothing would change: try a larger value.');
    await slide(0.1);
    expect(told(), 'teeth are larger').to.contain('Nothing would change');
    await slide(3);
    expect(told()).to.match(/^Vertices: 120 → \d+$/);
    await press(element, 'Cancel');
  });

  it('is as before after Cancel, Escape, or another selection', async () => {
    await chosen();
    for (const end of [
      () => press(element, 'Cancel'),
      () => sendKeys({ press: 'Escape' }),
      () => element.select(undefined),
    ]) {
      element.select(element.contours.features[0]!.id);
      await element.updateComplete;
      await press(element, 'Smooth');
      await slide(6);
      element.viewer?.canvas.focus();
      await end();
      await element.updateComplete;
      expect(element.shadowRoot?.querySelector('.reshape')).to.equal(null);
      expect(vertices(element)).to.equal(120);
    }
  });

  it('is smoothed by Enter in the field, which has the focus when the command opened it', async () => {
    await chosen();
    await element.executeCommand('snake.contour.smooth');
    await element.updateComplete;
    const field = part<HTMLInputElement>(element, '#tolerance');
    expect(element.shadowRoot?.activeElement).to.equal(field);
    field.value = '5';
    field.dispatchEvent(new Event('change'));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => vertices(element) !== 120, 'applied');
    const { geometry } = element.contours.features[0]!;
    const [ring = []] = geometry.type === 'Polygon' ? geometry.coordinates : [];
    for (const [x, y] of ring) expect(Math.hypot(x - 160, y - 120)).to.be.closeTo(50.5, 0.3);
  });

  it('begun by a command has field and buttons in sight, however low the panel is', async () => {
    await chosen();
    element.style.blockSize = '330px';
    await element.updateComplete;
    await frame();
    await element.executeCommand('snake.contour.smooth');
    await frame();
    const panel = part(element, '.panel-box').getBoundingClientRect();
    const fields = part(element, '.reshape').getBoundingClientRect();
    expect(fields.top).to.be.at.least(panel.top - 1);
    expect(fields.bottom).to.be.at.most(panel.bottom + 1);
    await press(element, 'Cancel');
    element.style.blockSize = '';
  });

  it('stays where it is of a locked object, and is changed at once by a command with a tolerance', async () => {
    await chosen({ isLocked: true });
    await press(element, 'Simplify');
    expect(element.shadowRoot?.querySelector('.reshape')).to.equal(null);
    element.clear();
    await chosen();
    await element.executeCommand('snake.contour.simplify', 2);
    expect(vertices(element)).to.be.lessThan(40);
    expect(element.shadowRoot?.querySelector('.reshape')).to.equal(null);
  });
});
