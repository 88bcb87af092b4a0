/** Files of contours through the component: what is long is read and written in a worker, as what is short without one. */
import { expect } from '@open-wc/testing';
import { CONTOUR_FILES } from '../../../src/core/worker-names.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { mount, refused, unmountAll, withEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const square = (x: number, y: number) => ({
  type: 'Feature',
  id: `${x} ${y}`,
  properties: { objectType: 'annotation', name: 'a', measurements: { Mean: 7.25 }, metadata: {} },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + 3, y],
        [x + 3, y + 3],
        [x, y + 3],
        [x, y],
      ],
    ],
  },
});
const squares = (count: number) => ({
  type: 'FeatureCollection',
  features: Array.from({ length: count }, (_, k) => square(4 * (k % 60), 4 * Math.floor(k / 60))),
});

/** The names of the workers that are started while something is done. */
const workersDuring = async (act: () => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      names.push(options?.name ?? '');
    }
  };
  try {
    await act();
  } finally {
    globalThis.Worker = Worker;
  }
  return names;
};

describe('files of contours', () => {
  afterEach(unmountAll);

  it('that are long go through a worker, and come out as they went in', async () => {
    const element = await mount();
    const collection = squares(700);
    const used = await workersDuring(async () => {
      const { contours, skipped } = await element.import(JSON.stringify(collection));
      expect([contours.length, skipped.length]).to.deep.equal([700, 0]);
      const before = element.contours;
      const text = await element.export('geojson');
      element.clear();
      await element.import(new File([text], 'squares.geojson'));
      expect(element.contours).to.deep.equal(before);
    });
    expect(used).to.deep.equal([CONTOUR_FILES, CONTOUR_FILES, CONTOUR_FILES]);
  });

  it('go out and come back in every format of outlines, with their classes', async () => {
    const element = await withEllipse();
    const tumor = { name: 'Tumor', color: [200, 30, 30] } as const;
    element.classes = [tumor];
    const { type, features } = squares(3);
    const given = features.map((each) => ({ ...each, properties: { ...each.properties, classification: tumor } }));
    await element.import({ type, features: given });
    const areas = (): (number | undefined)[] =>
      element.contours.features.map(({ geometry }) =>
        geometry.type === 'Polygon' ? geometry.coordinates[0]?.length : undefined,
      );
    const before = areas();
    for (const format of ['geojson', 'geojsonl', 'w3c', 'svg', 'csv', 'coco', 'labelme', 'wkt', 'yolo'] as const) {
      const data = await element.export(format);
      element.clear();
      await element.import(typeof data === 'string' ? data : await data.text());
      expect(areas(), format).to.deep.equal(before);
      const names = element.contours.features.map(({ properties }) => properties.classification?.name);
      // Well-known text has outlines alone, and YOLO the numbers of classes.
      if (format === 'wkt' || format === 'yolo') element.contours = { type, features: given } as never;
      else expect(names, format).to.deep.equal(['Tumor', 'Tumor', 'Tumor']);
    }
  });

  it('hold what is hidden, in every format, and no mask what was found with too little probability', async () => {
    const element = await withEllipse();
    const { type, features } = squares(3);
    await element.import({ type, features });
    const written = async (format: string): Promise<string> => {
      const data = await element.export(format);
      return typeof data === 'string' ? data : [...new Uint8Array(await data.arrayBuffer())].join();
    };
    const formats = 'geojson geojsonl w3c svg csv coco labelme wkt yolo mask-png mask-tiff dicom-ann'.split(' ');
    const before = await Promise.all(formats.map(written));
    element.select(features[1]!.id);
    await element.executeCommand('snake.hide');
    for (const [k, format] of formats.entries()) expect(await written(format), format).to.equal(before[k]);
    await element.executeCommand('snake.showAll');
    await element.executeCommand('snake.clear');

    const found = { objectType: 'annotation', metadata: { init: 'auto' }, measurements: {} };
    const likely = (feature: object, probability: number) => ({
      ...feature,
      properties: { ...found, probability },
    });
    await element.import({ type, features: [likely(features[0]!, 0.9)] });
    const masks = ['mask-png', 'mask-tiff'];
    const one = await Promise.all(masks.map(written));
    await element.import({ type, features: [likely(features[0]!, 0.9), likely(features[2]!, 0.2)] });
    for (const [k, format] of masks.entries()) expect(await written(format), format).not.to.equal(one[k]);
    const slider = element.shadowRoot?.querySelector<HTMLInputElement>('.found input');
    if (!slider) throw new Error('no slider');
    slider.value = '50';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await element.updateComplete;
    for (const [k, format] of masks.entries()) expect(await written(format), format).to.equal(one[k]);
    expect(JSON.parse(await written('geojson')).features).to.have.length(2);
  });

  it('name the source that a page gives, and have fewer vertices where it asks for that', async () => {
    const element = await withEllipse();
    element.clear();
    const stairs = Array.from({ length: 20 }, (_, k) => [
      [k, k],
      [k + 1, k],
    ]).flat();
    const geometry = { type: 'Polygon', coordinates: [[...stairs, [20, 40], [0, 40], [0, 0]]] };
    await element.import({ type: 'Feature', geometry, properties: {} });
    const source = 'https://a.test/canvas/1';
    const [annotation] = JSON.parse(await element.export('w3c', { source, simplify: 1 }));
    expect(annotation.target.source).to.equal(source);
    const points = String(annotation.target.selector.value)
      .split(' ')
      .filter((part) => part.includes(','));
    expect(points.length).to.be.lessThan(8);
    expect(element.contours.features[0]?.geometry.coordinates.flat().length).to.be.greaterThan(40);
    for (const options of [
      { source: '' },
      { source: 3 },
      { simplify: 0 },
      { simplify: Number.NaN },
      { simplify: '1' },
      3,
    ])
      expect(await refused(element.export('w3c', options as never)), JSON.stringify(options)).to.include({
        code: 'bad-parameter',
      });
  });

  it('are the page’s to keep where it prevents the download', async () => {
    const element = await withEllipse();
    await element.import(squares(3));
    const kept: string[] = [];
    element.addEventListener('file-save', (event) => {
      event.preventDefault();
      kept.push(`${event.detail.name} ${event.detail.data.size > 0}`);
    });
    await element.executeCommand('snake.export', 'svg');
    await element.executeCommand('snake.session.save');
    await element.updateComplete;
    expect(kept).to.deep.equal(['ellipse-contours.svg true', 'ellipse.session.json true']);
    expect(element.shadowRoot?.querySelector('.status .what')?.textContent).not.to.contain('aved');
  });

  it('that cannot be written are told of, and said no longer to be under way', async () => {
    const element = await withEllipse();
    await element.import(squares(3));
    element.registerFormat({
      id: 'broken',
      title: { en: 'Broken' },
      extension: 'txt',
      write: () => Promise.reject(new Error('no ink')),
    });
    const told: string[] = [];
    element.addEventListener('segmenter-error', ({ detail }) => told.push(`${detail.code} ${detail.message}`));
    await Promise.resolve(element.executeCommand('snake.export', 'broken')).catch(() => {});
    await element.updateComplete;
    expect(told).to.have.lengthOf(1);
    expect(told[0]).to.match(/^bad-extension .*no ink/);
    expect(element.shadowRoot?.querySelector('[role=alert] p')?.textContent).to.contain('no ink');
    // The next one that is written takes the error away.
    element.addEventListener('file-save', (event) => event.preventDefault());
    await element.executeCommand('snake.export', 'svg');
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('[role=alert] p')).to.equal(null);
  });

  it('that are short need none', async () => {
    const element = await mount();
    const used = await workersDuring(async () => {
      await element.import(squares(2));
      await element.import(await element.export('w3c'));
    });
    expect(used).to.deep.equal([]);
    expect(element.contours.features.map(({ geometry }) => geometry)).to.deep.equal(
      squares(2).features.map(({ geometry }) => geometry),
    );
  });

  it('that are long and hostile are refused by the worker, with the code of the reader', async () => {
    const element = await mount();
    for (const hostile of [
      `<svg>${'<path '.repeat(20_000)}`,
      `<svg><path ${'a'.repeat(60_000)}></svg>`,
      '['.repeat(60_000),
    ]) {
      const used = await workersDuring(async () => {
        expect(await refused(element.import(hostile))).to.include({ code: 'bad-import' });
      });
      expect(used).to.deep.equal([CONTOUR_FILES]);
    }
    expect(element.contours.features).to.have.length(0);
  });

  it('of two gigabytes are refused before they are read', async () => {
    // The browser keeps one mebibyte and refers to it; a program that read the file would hold all of it.
    const mebibyte = new Blob([new Uint8Array(2 ** 20).fill(0x20)]);
    const huge = (head: string, name: string): File => new File([head, ...Array(2048).fill(mebibyte)], name);
    const element = await withEllipse();
    const read: number[] = [];
    const { text, arrayBuffer } = Blob.prototype;
    Blob.prototype.text = function (this: Blob) {
      read.push(this.size);
      return text.call(this);
    };
    Blob.prototype.arrayBuffer = function (this: Blob) {
      read.push(this.size);
      return arrayBuffer.call(this);
    };
    try {
      for (const head of ['{"features":', '{"type":"snake-segmenter-session",', '{"pathClasses":[', '<svg>']) {
        const error = await refused(element.import(huge(head, 'huge.json')));
        expect(error, head).to.include({ code: 'bad-import' });
        expect(error.message).to.contain('longer than 536870912 bytes');
      }
      expect(Math.max(...read)).to.be.at.most(2 ** 20);
    } finally {
      Object.assign(Blob.prototype, { text, arrayBuffer });
    }
    await element.import(squares(2));
    expect(element.contours.features).to.have.length(2);
  });

  it('of two gigabytes are refused as images before they are read, in words, and the image that is open stays', async () => {
    const mebibyte = new Blob([new Uint8Array(2 ** 20)]);
    const png = [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 78, 32, 0, 0, 78, 32,
    ];
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1];
    const huge = (head: readonly number[], name: string, type: string): File =>
      new File([new Uint8Array(head), ...Array(2048).fill(mebibyte)], name, { type });
    const files = [huge(png, 'huge.png', 'image/png'), huge(jpeg, 'huge.jpg', 'image/jpeg')];
    const told = (element: SnakeSegmenter): string =>
      element.shadowRoot?.querySelector('[role=alert]')?.textContent ?? '';
    const element = await withEllipse({ lang: 'en' });
    for (const file of files) {
      const transfer = new DataTransfer();
      transfer.items.add(file);
      const how = { dataTransfer: transfer, bubbles: true, composed: true, cancelable: true };
      element.shadowRoot?.querySelector('.stage')?.dispatchEvent(new DragEvent('drop', how));
      await waitUntil(() => element.src === file, 'it is taken');
      expect(await refused(element.ready)).to.include({ code: 'image-too-large' });
      await element.updateComplete;
      expect(told(element)).to.contain(`${file.name} is too large to be opened: 2 GB; at most 512 MB.`);
      expect(element.image?.width).to.equal(320);
    }
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    expect(element.contours.features).to.have.length(1);
    // Where nothing is open, viewer and engine begin with it side by side.
    element.remove();
    const alone = await mount({ backend: 'cpu', lang: 'en', src: files[0] });
    expect(await refused(alone.ready)).to.include({ code: 'image-too-large' });
    await alone.updateComplete;
    expect(told(alone)).to.contain('huge.png is too large');
    expect(alone.viewer?.world.getItemCount()).to.equal(0);
  });

  it('as parsed JSON are read on the page where no message can carry them', async () => {
    const element = await mount();
    const { type, features } = squares(700);
    const { contours } = await element.import({ type, features, later: () => {} });
    expect(contours).to.have.length(700);
  });
});
