/** A double click with the point tool, in a time and a place that the viewer's tracker gives. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { click, frame, sharedEllipse } from '../support.js';

describe('a double click with the point tool', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false, tool: 'point' });

  afterEach(() => resetMouse());

  /** Milliseconds in which two clicks are a double click. */
  const within = (element: SnakeSegmenter, milliseconds: number): void => {
    element.viewer?.addOnceHandler('canvas-click', ({ tracker }) => {
      tracker.dblClickTimeThreshold = milliseconds;
    });
  };

  const startsOf = async (places: readonly (readonly [number, number])[], milliseconds: number): Promise<number> => {
    const element = shared();
    let started = 0;
    const count = (event: Event): void => {
      event.preventDefault();
      started++;
    };
    element.addEventListener('contour-before-start', count);
    for (const [x, y] of places) {
      within(element, milliseconds);
      await click(element, x, y);
    }
    await frame();
    element.removeEventListener('contour-before-start', count);
    return started;
  };

  it('makes one object, and so do three clicks', async () => {
    expect(
      await startsOf(
        [
          [160, 120],
          [161, 120],
          [160, 121],
        ],
        60_000,
      ),
    ).to.equal(1);
  });

  it('is none where the second click is far from the first, or later', async () => {
    const far = [
      [100, 100],
      [200, 100],
    ] as const;
    expect(await startsOf(far, 60_000)).to.equal(2);
    const same = [
      [160, 60],
      [160, 60],
    ] as const;
    expect(await startsOf(same, -1)).to.equal(2);
  });

  it('makes one mark', async () => {
    const element = shared();
    const ring = [
      [100, 80],
      [200, 80],
      [200, 160],
      [100, 160],
      [100, 80],
    ];
    const { contours } = await element.import({ type: 'Polygon', coordinates: [ring] });
    element.select(contours[0]!.id);
    await frame();
    const complete = new Promise<string | undefined>((resolve) => {
      element.addEventListener('contour-complete', ({ detail }) => resolve(detail.contour.properties.metadata.hints), {
        once: true,
      });
    });
    await sendKeys({ down: 'Alt' });
    for (let k = 0; k < 2; k++) {
      within(element, 60_000);
      await click(element, 212, 130);
    }
    await sendKeys({ up: 'Alt' });
    expect(JSON.parse((await complete) ?? '{}').inside).to.have.length(1);
    await frame();
    const { metadata } = element.contours.features[0]!.properties;
    expect(JSON.parse(metadata.hints ?? '{}').inside).to.have.length(1);
  });
});
