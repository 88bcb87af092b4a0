/** Tiles that the engine draws, where they come late or not at all. */
import { expect } from '@open-wc/testing';
import { SegmenterError } from '../../../src/core/errors.js';
import { toScreen } from '../../../src/element/overlay/projection.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { SeatedEngine } from '../../../src/element/viewer/engine-seat.js';
import { greyTags, writeTiff } from '../../support/images/tiff-writer.js';
import { niftiFile } from '../../support/images/volume-files.js';
import { isFirefox, leaveOut } from '../engine-limits.js';
import { frame, inWindow, mount, projectionFor, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

type Display = SeatedEngine['display'];

const engineOf = (element: SnakeSegmenter): SeatedEngine => Reflect.get(element, 'bench').stage.engine;

/** Opens an image that the engine draws, and gives its drawing of tiles another course from then on. */
const opened = async (src: File | string, course: (display: Display) => Display): Promise<SnakeSegmenter> => {
  const element = await mount({ backend: 'cpu', panel: true, lang: 'en', src });
  await element.ready;
  await waitUntil(() => element.item?.getFullyLoaded(), 'it is shown');
  const engine = engineOf(element);
  engine.display = course(engine.display.bind(engine));
  return element;
};

const banner = (element: SnakeSegmenter): string => element.shadowRoot?.querySelector('.banner p')?.textContent ?? '';

/** Opacity of the picture at a place of the image, 0 to 255. */
const opacityAt = (element: SnakeSegmenter, x: number, y: number): number => {
  const canvas = element.viewer!.drawer.canvas as HTMLCanvasElement;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  copy.drawImage(canvas, 0, 0);
  const box = canvas.getBoundingClientRect();
  const [left, top] = inWindow(element, x, y);
  const at = [((left - box.left) / box.width) * canvas.width, ((top - box.top) / box.height) * canvas.height] as const;
  return copy.getImageData(Math.round(at[0]), Math.round(at[1]), 1, 1).data[3]!;
};

/** A bright image with a dark bar just before the place where tiles meet. */
const [barred, bar] = [
  { width: 2000, height: 1000 },
  { from: 1000, to: 1020 },
] as const;
const barredImage = (): File => {
  const { width, height } = barred;
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    i % width >= bar.from && i % width < bar.to ? 0 : 255,
  );
  return new File([writeTiff([{ tags: greyTags(width, height) }], data)], 'bar.tif');
};

/** CSS pixels by which the bar lies right of its place, and the least opacity in the rows of the image. */
const seenOfBar = (element: SnakeSegmenter): { readonly astray: number; readonly opacity: number } => {
  const canvas = element.viewer!.drawer.canvas as HTMLCanvasElement;
  const ratio = canvas.width / canvas.clientWidth;
  const at = (x: number): number => ratio * toScreen(projectionFor(element), x, 0).x;
  const [left, right] = [Math.max(0, Math.ceil(at(0))) + 1, Math.min(canvas.width, Math.floor(at(barred.width))) - 1];
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(left, Math.round(canvas.height / 2), right - left, 1);
  let [darkness, moment, opacity] = [0, 0, 255];
  for (let x = 0; x < right - left; x++) {
    opacity = Math.min(opacity, data[4 * x + 3]!);
    darkness += 255 - data[4 * x]!;
    moment += (255 - data[4 * x]!) * (left + x + 0.5);
  }
  return { astray: (moment / darkness - at((bar.from + bar.to) / 2)) / ratio, opacity };
};

describe('tiles that the engine draws', () => {
  afterEach(unmountAll);

  describe('where the processor draws them', () => {
    /** What is seen of the bar at some views at rest. */
    const seen: ReturnType<typeof seenOfBar>[] = [];

    before(async () => {
      const element = await mount({ backend: 'cpu', src: barredImage() });
      await element.ready;
      const { viewport } = element.viewer!;
      for (const zoom of [1, 1.13, 1.3, 1.47, 1.7]) {
        viewport.zoomTo(zoom * viewport.getHomeZoom(), undefined, true);
        await frame();
        await waitUntil(() => element.item?.getFullyLoaded(), 'its tiles come');
        for (let k = 0; k < 3; k++) await frame();
        seen.push(seenOfBar(element));
      }
    });

    it('leave no gap between them', () =>
      expect(seen.map(({ opacity }) => opacity)).to.deep.equal([255, 255, 255, 255, 255]));

    it('lie in their places', function () {
      leaveOut(this, isFirefox, 'tiles would leave gaps on its canvas, and are a CSS pixel too large there');
      const places = JSON.stringify(seen);
      // A canvas may round each tile's place to a whole pixel.
      for (const { astray } of seen) expect(Math.abs(astray), places).to.be.below(0.6);
      expect(Math.abs(seen.reduce((sum, { astray }) => sum + astray, 0) / seen.length), places).to.be.below(0.3);
    });
  });

  it('leave no gap between them in a turned view, and none after it was turned back', async () => {
    const element = await mount({ backend: 'cpu', src: barredImage() });
    await element.ready;
    const { viewport, drawer } = element.viewer!;
    const canvas = drawer.canvas as HTMLCanvasElement;
    /** In the middle of the view, where tiles meet. */
    const leastOpacity = (): number => {
      const copy = new OffscreenCanvas(200, 200).getContext('2d')!;
      copy.drawImage(canvas, 100 - canvas.width / 2, 100 - canvas.height / 2);
      return copy
        .getImageData(0, 0, 200, 200)
        .data.reduce((least, value, k) => (k % 4 === 3 ? Math.min(least, value) : least), 255);
    };
    viewport.zoomTo(1.7 * viewport.getHomeZoom(), undefined, true);
    const found: number[] = [];
    for (const degrees of [17, 45, 60, 0]) {
      viewport.setRotation(degrees, true);
      await frame();
      await waitUntil(() => element.item?.getFullyLoaded(), 'its tiles come');
      // What leaves none is loaded with the first turn.
      await waitUntil(() => leastOpacity() === 255, `no gap at ${degrees}°`);
      for (let k = 0; k < 3; k++) await frame();
      found.push(leastOpacity());
    }
    expect(found).to.deep.equal([255, 255, 255, 255]);
  });

  it('leave no moment without a picture, however late they come', async () => {
    const element = await opened('/demo/images/fluo_nuclei.tif', (display) => async (image, request, options) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return display(image, request, options);
    });
    const { width, height } = element.image!;
    const first = element.item;
    element.display = { gamma: 2 };
    await waitUntil(() => element.item !== first && element.item?.getFullyLoaded(), 'in another look');
    const dressed = element.item;
    const opacities = new Set<number>();
    [...element.shadowRoot!.querySelectorAll('button')]
      .find((button) => button.textContent === 'Reset display')!
      .click();
    while (element.item === dressed || !element.item?.getFullyLoaded()) {
      await frame();
      opacities.add(opacityAt(element, width / 2, height / 2));
    }
    expect([...opacities]).to.deep.equal([255]);
    expect(element.viewer!.world.getItemCount()).to.equal(1);
  });

  it('leave none between two slices of a volume', async () => {
    const element = await opened(await niftiFile(), (display) => async (image, request, options) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return display(image, request, options);
    });
    const first = element.item;
    const opacities = new Set<number>();
    element.slice = 3;
    while (element.item === first || !element.item?.getFullyLoaded()) {
      await frame();
      opacities.add(opacityAt(element, 20, 18));
    }
    expect([...opacities]).to.deep.equal([255]);
  });

  it('are told in words where the engine cannot draw them, once for an image', async () => {
    const slices: (number | undefined)[] = [];
    const element = await opened(await niftiFile(), () => async (_image, { slice }) => {
      slices.push(slice);
      throw new SegmenterError('image-unreadable', { name: 'ball.nii.gz', reason: 'slice 3 is cut off' });
    });
    let told = 0;
    element.addEventListener('segmenter-error', () => told++);
    element.slice = 3;
    await waitUntil(() => banner(element).includes('slice 3 is cut off'), 'it is told');
    element.shadowRoot!.querySelector<HTMLElement>('.banner button')!.click();
    element.slice = 4;
    await waitUntil(() => slices.includes(4), 'another tile is asked for');
    for (let k = 0; k < 5; k++) await frame();
    expect(told).to.equal(1);
    expect(banner(element)).to.equal('');
  });

  it('that the engine finds unreadable after the image took its place are told, and the image stays', async () => {
    const element = await opened('/demo/images/fluo_nuclei.tif', () => async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      throw new SegmenterError('image-unreadable', { name: 'late.tif', reason: 'it ends early' });
    });
    element.src = new File([await (await fetch('/demo/images/s1_spain_vv.tif')).blob()], 'late.tif');
    await element.updateComplete;
    await element.ready;
    await waitUntil(() => banner(element).includes('it ends early'), 'it is told');
    expect(element.image?.name).to.equal('late.tif');
    expect(element.viewer!.world.getItemCount()).to.equal(1);
  });

  it('that did not come are asked for again after a while', async function () {
    this.timeout(60_000);
    let refused = 0;
    const element = await opened(await niftiFile(), (display) => (image, request, options) => {
      if (refused++ > 0) return display(image, request, options);
      return Promise.reject(new SegmenterError('image-unreadable', { name: 'ball.nii.gz', reason: 'no network' }));
    });
    element.slice = 3;
    await waitUntil(() => banner(element).includes('no network'), 'it is told');
    const came = new Promise((resolve) => element.viewer!.addOnceHandler('tile-loaded', resolve));
    expect(refused).to.equal(1);
    await came;
    expect(refused).to.equal(2);
  });
});
