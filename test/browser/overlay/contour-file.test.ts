/** A file of contours shown through its index: what is in view is read and drawn, from afar as boxes, and nothing is in the list. */
import { expect, oneEvent } from '@open-wc/testing';
import { writeFlatGeobuf } from '../../../src/contours/formats/flatgeobuf/write.js';
import { contourSet } from '../../../src/contours/set/contour-set.js';
import { CONTOUR_VIEW } from '../../../src/core/worker-names.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { MemorySink } from '../../../src/image/io/sink.js';
import { square } from '../../support/contours.js';
import { ellipsePicture, mount, unmountAll } from '../support.js';
import { until } from '../until.js';

const [width, height] = [640, 480];

/** Squares of six pixels, ten apart. */
const squares = async (count: number, frame = { name: 'squares', width, height }): Promise<File> => {
  const sink = new MemorySink();
  const contours = Array.from({ length: count }, (_, k) =>
    square(k, 10 * (k % 64) + 2, 10 * Math.floor(k / 64) + 2, 6),
  );
  await writeFlatGeobuf(contourSet(contours), frame, sink);
  return new File([sink.blob('application/octet-stream')], 'squares.fgb');
};

const picture = (): Promise<File> => ellipsePicture(width, height, { cx: 320, cy: 240, rx: 40, ry: 30 });

/** What the next frames drew, until every picture is whole: colours by their share of the overlay. */
const inkOf = (element: SnakeSegmenter): number => {
  const canvas = element.viewer?.canvas.querySelector<HTMLCanvasElement>('.snake-overlay');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) throw new Error('there is no overlay');
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let inked = 0;
  for (let k = 3; k < data.length; k += 4) if (data[k]! > 0) inked++;
  return inked / (canvas.width * canvas.height);
};

/** Resolves when more than so much of the overlay is drawn. */
const inked = async (element: SnakeSegmenter, share: number): Promise<void> => {
  while (inkOf(element) <= share) await new Promise(requestAnimationFrame);
};

describe('a file of contours shown through its index', () => {
  afterEach(unmountAll);

  it('is drawn where it is in view, by address or as a file, and is not in the list', async () => {
    const file = await squares(2000);
    for (const contourFile of [file, URL.createObjectURL(file)]) {
      const element = await mount({ backend: 'cpu', src: await picture() });
      const read = oneEvent(element, 'contour-file-view');
      element.contourFile = contourFile;
      await element.ready;
      const { detail } = await read;
      expect(detail.count).to.equal(2000);
      await inked(element, 0.05);
      expect(element.contours.features).to.have.length(0);
      const zoomed = oneEvent(element, 'contour-file-view');
      element.viewer?.viewport.zoomTo(8, undefined, true);
      const { detail: near } = await zoomed;
      expect(near.kind).to.equal('contours');
      // An eighth of the width and of the height, and as much round it on each side.
      expect(near.count).to.be.greaterThan(0).and.lessThan(500);
      element.contourFile = undefined;
      await element.updateComplete;
      while (inkOf(element) > 0) await new Promise(requestAnimationFrame);
      element.remove();
    }
  });

  it('is boxes where its contours are too many to be told apart', async () => {
    const element = await mount({ backend: 'cpu', src: await picture() });
    await element.ready;
    const crowd = Array.from({ length: 6000 }, (_, k) => square(k, (k % 100) * 6, Math.floor(k / 100) * 7, 4));
    const sink = new MemorySink();
    await writeFlatGeobuf(contourSet(crowd), { name: 'crowd', width, height }, sink);
    const read = oneEvent(element, 'contour-file-view');
    element.contourFile = sink.blob('application/octet-stream');
    expect((await read).detail).to.deep.equal({ kind: 'boxes', count: 6000 });
    await inked(element, 0.05);
  });

  it('of an image of another size is told and not drawn', async () => {
    const element = await mount({ backend: 'cpu', src: await picture() });
    await element.ready;
    element.contourFile = await squares(10, { name: 'other', width: 999, height: 480 });
    const status = (): string => element.renderRoot.querySelector('[role="status"]')?.textContent ?? '';
    while (!status().includes('999')) await new Promise(requestAnimationFrame);
    expect(status()).to.match(/999 × 480/);
    expect(inkOf(element)).to.equal(0);
  });

  it('that is none, or has no index, is refused with a code', async () => {
    const element = await mount({ backend: 'cpu', src: await picture() });
    await element.ready;
    for (const broken of [new Blob(['{"type":"FeatureCollection"}']), (await squares(100)).slice(0, 900)]) {
      const failed = oneEvent(element, 'segmenter-error');
      element.contourFile = broken;
      expect((await failed).detail.code).to.equal('bad-import');
    }
  });

  it('has a worker of its own, which ends with it', async () => {
    const ended: string[] = [];
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      readonly its: string;
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.its = options?.name ?? '';
      }
      override terminate(): void {
        ended.push(this.its);
        super.terminate();
      }
    };
    try {
      const element = await mount({ backend: 'cpu', src: await picture() });
      await element.ready;
      const read = oneEvent(element, 'contour-file-view');
      element.contourFile = await squares(20);
      await read;
      element.contourFile = undefined;
      await element.updateComplete;
      expect(ended).to.deep.equal([CONTOUR_VIEW]);
      // The same file again before the worker of the first time had opened it.
      const file = await squares(20);
      const opened = oneEvent(element, 'contour-file-view');
      for (const each of [file, undefined, file]) {
        element.contourFile = each;
        await element.updateComplete;
      }
      await opened;
      element.contourFile = undefined;
      await element.updateComplete;
      await until('the ends of both workers', () => ended.length === 3);
      expect(ended).to.deep.equal([CONTOUR_VIEW, CONTOUR_VIEW, CONTOUR_VIEW]);
    } finally {
      globalThis.Worker = Worker;
    }
  });
});
