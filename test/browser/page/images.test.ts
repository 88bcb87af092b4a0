/** The images that a page offers: a strip of them, with the number of objects on each. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { ImageEntry, SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { forgetWork } from '../forget-work.js';
import { drag, ellipsePicture, mount, once, refused, saidBy, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const polygon = (x: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 20],
      [x + 20, 20],
      [x + 20, 40],
      [x, 40],
      [x, 20],
    ],
  ],
});

/** Addresses, whose work is stored. */
const front = '/demo/images/front_LC08_L1TP_233013_20150707.png';
const nuclei = '/demo/images/fluo_nuclei.tif';

describe('the list of images', function () {
  this.timeout(240_000);
  afterEach(async () => {
    unmountAll();
    await forgetWork();
  });

  const cards = (element: SnakeSegmenter): HTMLButtonElement[] => [
    ...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('.strip .image') ?? []),
  ];
  const names = (element: SnakeSegmenter): string[] =>
    cards(element).map((card) => card.querySelector('.title')?.textContent ?? '');
  const counts = (element: SnakeSegmenter): string[] =>
    cards(element).map((card) => card.querySelector('.badge')?.textContent ?? '');
  const current = (element: SnakeSegmenter): number =>
    cards(element).findIndex((card) => card.getAttribute('aria-current') === 'true');

  const offered = async (settings: Partial<SnakeSegmenter> = {}): Promise<SnakeSegmenter> => {
    const images: readonly ImageEntry[] = [
      { src: await ellipsePicture(300, 200), title: 'First', thumbnail: '/demo/thumbnails/nuclei.webp', about: 'one' },
      { src: await ellipsePicture(200, 300) },
    ];
    const element = await mount({ backend: 'cpu', lang: 'en', images, src: images[0]!.src, ...settings });
    await element.ready;
    await element.updateComplete;
    return element;
  };

  it('shows each with its name, its picture and the number of its objects, and opens the one that is pressed', async () => {
    const element = await offered();
    expect(names(element)).to.deep.equal(['First', 'ellipse.png']);
    expect(cards(element)[0]?.title).to.equal('First: one');
    expect(cards(element)[0]?.querySelector('img')?.alt).to.equal('');
    expect(current(element)).to.equal(0);
    await element.import(polygon(20));
    await element.import(polygon(60));
    await element.updateComplete;
    expect(counts(element)).to.deep.equal(['2', '']);
    const chosen = once(element, 'image-choose');
    cards(element)[1]!.click();
    expect((await chosen).index).to.equal(1);
    await element.ready;
    await element.updateComplete;
    expect(element.image?.height).to.equal(300);
    expect(current(element)).to.equal(1);
    expect(counts(element)).to.deep.equal(['2', '']);
    await element.import(polygon(20));
    cards(element)[0]!.click();
    await element.ready;
    await element.updateComplete;
    expect(element.contours.features).to.have.length(2);
    expect(counts(element)).to.deep.equal(['2', '1']);
    await expect(element).to.be.accessible();
  });

  it('keeps the last outline of a run whose image is left for another, by the list or by a file', async () => {
    const element = await offered();
    const leaving = [(): void => cards(element)[1]!.click(), async () => element.take(await ellipsePicture(200, 300))];
    for (const [k, leave] of leaving.entries()) {
      const [started, progressed] = [once(element, 'contour-start'), once(element, 'contour-progress')];
      const run = element.segment({ x: 60, y: 20, width: 180, height: 160 }, { paused: true });
      await started;
      element.step();
      await progressed;
      const cancelled = once(element, 'contour-cancel');
      await leave();
      expect((await cancelled).contour).to.equal(await run);
      await waitUntil(() => element.image?.height === 300, 'the other image is open');
      expect(element.contours.features).to.have.length(0);
      cards(element)[0]!.click();
      await waitUntil(() => element.image?.height === 200, 'the image is open again');
      await waitUntil(() => element.contours.features.length === k + 1, 'the outlines are there');
    }
  });

  it('keeps the starts that waited on an image that is left, and offers to run them once it is open again', async () => {
    const element = await offered();
    element.tool = 'box';
    await element.updateComplete;
    const started = once(element, 'contour-start');
    element.segment({ x: 60, y: 20, width: 180, height: 160 }, { paused: true }).catch(() => {});
    await started;
    await drag(element, [60, 20], [240, 180]);
    await drag(element, [70, 30], [240, 180]);
    const offer = (): HTMLButtonElement | null | undefined =>
      element.shadowRoot?.querySelector<HTMLButtonElement>('.status button.link');
    const canRun = (): boolean | undefined => element.commands.find(({ id }) => id === 'snake.run.dropped')?.enabled;
    cards(element)[1]!.click();
    await waitUntil(() => element.image?.height === 300, 'the other image is open');
    expect([canRun(), offer()?.textContent]).to.deep.equal([false, undefined]);
    cards(element)[0]!.click();
    await waitUntil(() => element.image?.height === 200, 'the image is open again');
    await waitUntil(() => offer()?.textContent === 'Run the dropped starts', 'the offer');
    const { length } = element.contours.features;
    offer()?.click();
    await waitUntil(() => element.contours.features.length === length + 2, 'both ran');
  });

  describe('while a run on the open image ends', () => {
    /** An element whose run waits; what is chosen now is opened once that has ended. */
    const running = async (): Promise<{ element: SnakeSegmenter; ended: Promise<unknown> }> => {
      const element = await offered();
      const started = once(element, 'contour-start');
      const ended = element.segment({ x: 60, y: 20, width: 180, height: 160 }, { paused: true }).catch(() => {});
      await started;
      return { element, ended };
    };
    const staysOpen = async (element: SnakeSegmenter, height: number): Promise<void> => {
      await waitUntil(() => element.image?.height === height, 'the image that was named last is open');
      await new Promise((resolve) => setTimeout(resolve, 1200));
      expect(element.image?.height).to.equal(height);
    };

    it('leaves a source that the page sets, where a card was pressed or files came before', async () => {
      const taken = await ellipsePicture(200, 310);
      const contours = new File([JSON.stringify(polygon(20))], 'contours.geojson');
      for (const choose of [
        (element: SnakeSegmenter): void => cards(element)[1]!.click(),
        (element: SnakeSegmenter) => element.take(taken),
        (element: SnakeSegmenter) => element.take([contours, taken]),
      ]) {
        const { element, ended } = await running();
        const chosen = choose(element);
        element.src = await ellipsePicture(250, 260);
        await ended;
        await chosen;
        await staysOpen(element, 260);
        expect(element.contours.features).to.have.length(0);
        unmountAll();
      }
    });

    it('tells which files were left for the source that the page set', async () => {
      const { element, ended } = await running();
      const contours = new File([JSON.stringify(polygon(20))], 'contours.geojson');
      const taken = element.take([await ellipsePicture(200, 310), contours]);
      element.src = await ellipsePicture(250, 260);
      await Promise.all([ended, taken]);
      const status = (): string => saidBy(element);
      await waitUntil(() => status().includes('contours.geojson'), 'the files are told');
    });

    it('opens the newer of a card that was pressed and files that came', async () => {
      const card = await running();
      const older = card.element.take(await ellipsePicture(200, 310));
      cards(card.element)[1]!.click();
      await Promise.all([card.ended, older]);
      await staysOpen(card.element, 300);
      unmountAll();
      const files = await running();
      cards(files.element)[1]!.click();
      void files.element.take(await ellipsePicture(200, 310));
      await files.ended;
      await staysOpen(files.element, 310);
    });
  });

  it('makes the picture of an image that the page gives none for, once that is open, and keeps those that it gives', async () => {
    const tiff = new File([await (await fetch(nuclei)).blob()], 'nuclei.tif');
    const volume = new File([await (await fetch('/demo/images/icbm152_t1_2mm.nii.gz')).blob()], 'brain.nii.gz');
    const images: readonly ImageEntry[] = [
      { src: await ellipsePicture(300, 200), thumbnail: '/demo/thumbnails/nuclei.webp' },
      { src: await ellipsePicture(200, 300, { cx: 100, cy: 150, rx: 60, ry: 40 }) },
      { src: tiff },
      { src: volume },
      { src: '/test/data/images/dzi-png.dzi' },
    ];
    const element = await offered({ images, src: images[0]!.src });
    const pictures = (): string[] =>
      cards(element).map((card) => card.querySelector('img')?.getAttribute('src')?.slice(0, 11) ?? '');
    expect(pictures()).to.deep.equal(['/demo/thumb', '', '', '', '']);
    for (const [index, { src }] of images.entries()) {
      element.src = src;
      await element.updateComplete;
      await element.ready;
      if (index > 0) await waitUntil(() => pictures()[index] === 'data:image/', `the picture of ${index}`);
    }
    expect(pictures()).to.deep.equal(['/demo/thumb', ...Array(4).fill('data:image/')]);
    const brightness = async (index: number, x: number, y: number): Promise<number> => {
      const picture = cards(element)[index]!.querySelector('img')!;
      await picture.decode();
      const context = new OffscreenCanvas(144, 96).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(x - 3, y - 3, 6, 6);
      return data.reduce((sum, value, k) => (k % 4 === 3 ? sum : sum + value), 0) / (data.length * 0.75);
    };
    // The ellipse is bright in the middle.
    expect(await brightness(1, 72, 48)).to.be.greaterThan((await brightness(1, 6, 6)) + 30);
    // The brain is, too, and has air round it.
    expect(await brightness(3, 72, 48)).to.be.greaterThan((await brightness(3, 3, 48)) + 30);
    element.images = [images[0]!];
    await element.updateComplete;
    expect(pictures()).to.deep.equal(['/demo/thumb']);
  });

  it('lets the page open an image in its own way', async () => {
    const element = await offered();
    const { src } = element;
    element.addEventListener('image-choose', (event) => event.preventDefault());
    cards(element)[1]!.click();
    expect(element.src).to.equal(src);
  });

  it('knows what is stored for images that were not opened on this page', async () => {
    const images = [{ src: front }, { src: nuclei }];
    const first = await mount({ backend: 'cpu', autosave: true, images, src: nuclei });
    await first.ready;
    await waitUntil(() => first.storage === 'saved');
    await first.import([polygon(20), polygon(60), polygon(100)].map((geometry) => ({ type: 'Feature', geometry })));
    await waitUntil(() => first.storage === 'saved', 'saved');
    unmountAll();
    const again = await mount({ backend: 'cpu', lang: 'en', autosave: true, images, src: front });
    await again.ready;
    await waitUntil(() => counts(again)[1] === '3', 'the count');
    expect(counts(again)[0]).to.equal('');
    expect(names(again)).to.deep.equal(['front_LC08_L1TP_233013_20150707.png', 'fluo_nuclei.tif']);
    expect(cards(again)[1]?.textContent).to.contain('Objects: 3');
  });

  it('asks the page for the name of each image once, however often it is shown', async () => {
    const asked: unknown[] = [];
    const imageKey = (source: unknown): string => {
      asked.push(source);
      return source instanceof File ? `${source.name} ${source.size}` : String(source);
    };
    const element = await offered({ imageKey });
    asked.length = 0;
    for (let k = 0; k < 3; k++) {
      element.requestUpdate();
      await element.updateComplete;
    }
    expect(asked).to.have.length(0);
    element.imageKey = (source) => imageKey(source);
    await element.updateComplete;
    for (const { src } of element.images) expect(asked.filter((each) => each === src)).to.have.length(1);
    await element.import(polygon(20));
    await element.updateComplete;
    expect(counts(element)).to.deep.equal(['1', '']);
  });

  it('is one tab stop, walked by arrow keys; commands go to the next image', async () => {
    const element = await offered();
    expect(cards(element).map(({ tabIndex }) => tabIndex)).to.deep.equal([0, -1]);
    cards(element)[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(element.shadowRoot?.activeElement).to.equal(cards(element)[1]);
    await sendKeys({ press: 'Enter' });
    await element.ready;
    await element.updateComplete;
    expect(current(element)).to.equal(1);
    element.executeCommand('snake.image.next');
    await element.ready;
    await element.updateComplete;
    expect(current(element)).to.equal(0);
  });

  it('keeps the image that is open marked when another fails, and tries that one again when it is pressed again', async () => {
    const element = await offered();
    const { images } = element;
    element.images = [images[0]!, { src: '/test/data/nothing.png' }];
    await element.updateComplete;
    const banner = (): HTMLElement | null | undefined => element.shadowRoot?.querySelector('[role=alert]');
    for (const time of ['first', 'second']) {
      cards(element)[1]!.click();
      await refused(element.ready);
      await element.updateComplete;
      expect(banner()?.textContent, time).to.contain('nothing.png');
      expect(current(element), time).to.equal(0);
      banner()?.querySelector('button')?.click();
      await element.updateComplete;
      expect(banner(), time).to.equal(null);
    }
    cards(element)[0]!.click();
    await element.ready;
    expect(element.image?.width).to.equal(300);
  });

  it('keeps the image that is open, with what was made on it, where a TIFF ends before its tiles', async () => {
    const element = await offered();
    const { images } = element;
    await element.import(polygon(20));
    const whole = await (await fetch(nuclei)).arrayBuffer();
    const cut = new File([whole.slice(0, Math.floor(whole.byteLength / 2))], 'cut.tif');
    element.images = [...images, { src: cut }];
    const errors: string[] = [];
    element.addEventListener('segmenter-error', ({ detail }) => errors.push(detail.code));
    await element.updateComplete;
    cards(element)[2]!.click();
    expect(await refused(element.ready)).to.include({ code: 'image-unreadable' });
    await element.updateComplete;
    expect(current(element)).to.equal(0);
    expect(element.image?.name).to.equal('ellipse.png');
    expect(element.viewer?.world.getItemCount()).to.equal(1);
    expect(element.contours.features).to.have.length(1);
    expect(counts(element)).to.deep.equal(['1', '', '']);
    expect(element.shadowRoot?.querySelector('[role=alert]')?.textContent).to.contain('cut.tif');
    expect(errors).to.deep.equal(['image-unreadable']);
  });

  it('shows what there is of a TIFF that was cut late, and says once what is missing', async () => {
    const element = await offered();
    const whole = await (await fetch(nuclei)).arrayBuffer();
    const cut = new File([whole.slice(0, Math.floor(whole.byteLength * 0.9))], 'late.tif');
    const errors: string[] = [];
    element.addEventListener('segmenter-error', ({ detail }) => errors.push(detail.code));
    element.images = [...element.images, { src: cut }];
    await element.updateComplete;
    cards(element)[2]!.click();
    await element.ready;
    await element.updateComplete;
    expect(element.image?.name).to.equal('late.tif');
    const status = element.shadowRoot?.querySelector('.status')?.textContent ?? '';
    expect(status.replace(/\s+/g, ' ')).to.contain(
      'late.tif: the file ends early and lacks 1 of its 8 tiles, which count as no data; copy or download it again',
    );
    expect(errors).to.deep.equal([]);
  });

  it('leaves out what is no image, and says so', async () => {
    const element = await offered();
    const told = once(element, 'segmenter-error');
    Object.assign(element, { images: [{ src: front }, { title: 'nothing' }, 7] });
    expect((await told).code).to.equal('bad-parameter');
    await element.updateComplete;
    expect(names(element)).to.have.length(1);
    Object.assign(element, { images: undefined });
    await element.updateComplete;
    expect(cards(element)).to.have.length(0);
    expect(element.shadowRoot?.querySelector('.images')).to.equal(null);
  });
});
