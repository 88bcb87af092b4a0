/** A page that goes away right after a change: the next one has the change, and what was typed and not committed. */
import { expect } from '@open-wc/testing';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { squareFeature } from '../support.js';
import { until, waitUntil } from '../until.js';

/** An address of its own for every test: each has its own place in the store. */
let pages = 0;

const page = (src: string): string => `<!doctype html><style>snake-segmenter { width: 900px; height: 600px }</style>
  <snake-segmenter autosave toolbar panel backend="cpu" src="${src}"></snake-segmenter>
  <script type="module" src="${new URL('/src/index.ts', location.href)}"></script>`;

describe('a page that goes away at once', function () {
  this.timeout(60_000);
  const frames: HTMLIFrameElement[] = [];
  let src: string;

  const visit = async (): Promise<{ frame: HTMLIFrameElement; element: SnakeSegmenter }> => {
    const frame = document.createElement('iframe');
    frame.style.cssText = 'width: 1000px; height: 700px';
    frame.srcdoc = page(src);
    frames.push(frame);
    document.body.append(frame);
    const element = (): SnakeSegmenter | null | undefined => frame.contentDocument?.querySelector('snake-segmenter');
    await waitUntil(() => element()?.storage === 'saved', 'the image, and what is stored of it');
    return { frame, element: element()! };
  };

  beforeEach(() => {
    src = String(new URL(`/demo/images/retina.jpg?visit=${++pages}${Date.now()}`, location.href));
  });
  afterEach(() => {
    for (const frame of frames.splice(0)) frame.remove();
  });

  it('leaves its last changes to the next one, which saves them', async () => {
    const first = await visit();
    await first.element.import([squareFeature(10, 10, 30)]);
    first.frame.remove();
    const second = await visit();
    expect(second.element.contours.features).to.have.length(1);
    const [{ id = '' } = {}] = second.element.contours.features;
    await waitUntil(() => second.element.storage === 'saved');
    second.element.clear();
    await second.element.import([squareFeature(60, 60, 30)]);
    second.frame.remove();
    const third = await visit();
    expect(third.element.contours.features.map((contour) => contour.id))
      .to.have.length(1)
      .and.not.to.include(id);
    await waitUntil(() => third.element.storage === 'saved');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(Object.keys(localStorage).filter((key) => key.includes(src))).to.deep.equal([]);
  });

  it('leaves a name that was typed and not committed', async () => {
    const { frame, element } = await visit();
    await element.import([squareFeature(10, 10, 30)]);
    element.select(element.contours.features[0]!.id);
    await element.updateComplete;
    const field = await until('the field', () =>
      element.shadowRoot?.querySelector<HTMLInputElement>('#object-name:enabled'),
    );
    field.focus();
    field.dispatchEvent(new Event('focusin', { bubbles: true }));
    field.value = 'Gland';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    frame.remove();
    const next = await visit();
    expect(next.element.contours.features.map(({ properties }) => properties.name)).to.deep.equal(['Gland']);
  });
});
