/** Mishaps of a person at work, and what the component makes of them. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import { boundsOf } from '../../../src/contours/geometry.js';
import { doneMessage } from '../../../src/element/contours/measured.js';
import { loadLanguage, translator } from '../../../src/element/i18n/messages.js';
import { problemWords } from '../../../src/element/parts/over-image.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { ToolId } from '../../../src/element/tools/tool-id.js';
import { outlineNotices } from '../../../src/element/workbench/runs/later-outline-notices.js';
import { click, drag, ellipsePicture, frame, inWindow, refused, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';
import { joined } from './joined.js';

const box = { x: 90, y: 70, width: 140, height: 100 };

describe('mishaps', () => {
  const shared = sharedEllipse({ lang: 'en' });

  afterEach(() => resetMouse());

  const take = async (tool: ToolId): Promise<SnakeSegmenter> => {
    const element = shared();
    element.tool = tool;
    await element.updateComplete;
    return element;
  };

  const said = async (): Promise<string> => {
    await shared().updateComplete;
    return statusOf(shared());
  };

  const statusOf = (element: SnakeSegmenter): string =>
    element.shadowRoot?.querySelector('.status .what')?.textContent ?? '';

  const problem = (): Element | null | undefined => shared().shadowRoot?.querySelector('[role=alert]');

  /** Runs that began while something was done. */
  const begun = async (act: () => Promise<unknown>): Promise<number> => {
    let count = 0;
    const more = (event: Event): void => {
      event.preventDefault();
      count++;
    };
    shared().addEventListener('contour-before-start', more);
    await act();
    await frame();
    shared().removeEventListener('contour-before-start', more);
    return count;
  };

  it('a box drawn along a line is none, and is told without an error', async () => {
    const element = await take('box');
    expect(await begun(() => drag(element, [100, 60], [100, 180]))).to.equal(0);
    expect(await said()).to.contain('The box is empty');
    expect(problem()).to.equal(null);
  });

  it('a search that finds nothing says what would help, in the language of the page', async function () {
    this.timeout(240_000);
    const element = await take('pan');
    const { src } = element;
    const told = async (command: 'snake.run' | 'snake.find.like'): Promise<string> => {
      await refused(Promise.resolve(element.executeCommand(command)));
      await waitUntil(() => problem()?.querySelector('p'));
      await problemWords.load();
      await element.updateComplete;
      return problem()?.querySelector('p')?.textContent ?? '';
    };
    element.src = await ellipsePicture(320, 240, { cx: -500, cy: 0, rx: 1, ry: 1 });
    await element.ready;
    expect(await told('snake.run')).to.match(/^No objects stand out here\. .*“Find all like these”\.$/);
    element.lang = 'fr';
    await loadLanguage('fr');
    expect(await told('snake.run')).to.match(
      /^Aucun objet ne se détache ici\. .*«\u00a0Trouver tous les semblables\u00a0»\.$/,
    );
    element.lang = 'en';
    element.src = src;
    await element.ready;
    await element.segment(box);
    expect(await told('snake.run')).to.match(/^Nothing new was found: .* in the list already\. /);
    const [only] = element.contours.features;
    expect(await told('snake.find.like')).to.match(
      /^(Nothing new was found: |No objects like the examples were found here\. )/,
    );
    expect(element.contours.features).to.deep.equal([only]);
  });

  it('a click on plain background says that nothing stands out, and leaves no contour', async () => {
    const element = await take('point');
    const { src } = element;
    element.src = await ellipsePicture(320, 240, { cx: -500, cy: 0, rx: 1, ry: 1 });
    await element.ready;
    const failed = new Promise<string>((resolve) =>
      element.addEventListener('segmenter-error', ({ detail: { code } }) => resolve(code), { once: true }),
    );
    await click(element, 160, 120);
    expect(await failed).to.equal('nothing-found');
    await element.updateComplete;
    expect(problem()?.querySelector('p')?.textContent).to.match(
      /^Nothing stands out at 1[56]\d, 1[12]\d\. Click into an object/,
    );
    expect(problem()?.classList.contains('mild')).to.equal(true);
    expect(element.contours.features).to.deep.equal([]);
    element.src = src;
    await element.ready;
  });

  it('a box on plain noise gives an outline that is told to be of no object, and one on an object is not', async () => {
    const element = await take('box');
    const { src } = element;
    await drag(element, [90, 70], [230, 170]);
    await waitUntil(() => element.contours.features.length === 1);
    await frame();
    expect(await said()).to.match(/^Done/);
    element.src = await ellipsePicture(320, 240, { cx: -500, cy: 0, rx: 1, ry: 1 });
    await element.ready;
    await drag(element, [90, 70], [230, 170]);
    await waitUntil(async () => (await said()).includes('there may be no object'));
    expect(element.contours.features).to.have.length(1);
    await element.updateComplete;
    element.shadowRoot?.querySelector<HTMLElement>('.status .link')?.click();
    await waitUntil(() => element.contours.features.length === 0);
    element.src = src;
    await element.ready;
    element.clear();
  });

  it('a polygon that crosses itself starts from what it encloses', async () => {
    const element = await take('polygon');
    const start = new Promise<unknown>((resolve) =>
      element.addEventListener(
        'contour-before-start',
        (event) => {
          event.preventDefault();
          resolve(event.detail.init);
        },
        { once: true },
      ),
    );
    for (const [x, y] of [
      [80, 60],
      [240, 180],
      [240, 60],
      [60, 180],
    ] as const)
      await click(element, x, y);
    await sendKeys({ press: 'Enter' });
    const init = Object(await start);
    // One of the two triangles.
    expect(init.coordinates[0]).to.have.length(4);
    expect(problem()).to.equal(null);
  });

  it('a shape or a stroke beyond the image is told, and the word of an error goes once something else is done', async () => {
    const element = await take('rectangle');
    element.viewer?.viewport.zoomTo(0.5, undefined, true);
    await frame();
    await drag(element, [-90, 20], [-20, 90]);
    expect(await said()).to.equal('This lies outside of the image. Click or draw within it.');
    await take('brush');
    await drag(element, [-90, 20], [-60, 40]);
    expect(await said()).to.contain('outside of the image');
    expect(element.contours.features).to.have.length(0);
    await refused(element.segment({ x: -400, y: 85 }));
    await element.updateComplete;
    expect(problem()?.textContent).to.contain('outside of the image').and.to.contain('Click');
    const press = (pointerType: string): unknown =>
      element.viewer?.element.dispatchEvent(
        new PointerEvent('pointerdown', { pointerType, bubbles: true, composed: true }),
      );
    press('touch');
    await element.updateComplete;
    expect(problem()?.textContent, 'told to a finger').to.contain('outside of the image. Tap or draw');
    press('mouse');
    await take('rectangle');
    await drag(element, [20, 20], [90, 90]);
    expect(await said()).to.equal('Object drawn');
    expect(problem()).to.equal(null);
  });

  it('a click with the box selects what is there', async () => {
    const element = await take('box');
    const { id } = await element.segment(box);
    element.select(undefined);
    expect(await begun(() => click(element, 160, 120))).to.equal(0);
    expect(element.selected?.id).to.equal(id);
  });

  it('a second box on an object is told, with a way back', async () => {
    const element = await take('box');
    await element.segment(box);
    await element.segment(box);
    expect(await said()).to.contain('There already was an object here');
    element.shadowRoot?.querySelector<HTMLButtonElement>('.status .link')?.click();
    expect(element.contours.features).to.have.length(1);
  });

  it('two parts in one outline are told, with a way to make each an object', async () => {
    const element = await take('box');
    await outlineNotices.load();
    const url = URL.createObjectURL(new Blob([joined], { type: 'text/javascript' }));
    await element.registerAlgorithm(url);
    await element.segment(box, { algorithm: 'joined' });
    await waitUntil(() => statusOf(element).includes('A thin neck joins parts of this object.'));
    element.shadowRoot?.querySelector<HTMLButtonElement>('.status .link')?.click();
    await waitUntil(() => element.contours.features.length === 2);
  });

  it('a mark so far away that it more than doubles the object is told, with the way back; one at its rim is not', async () => {
    const element = await take('point');
    await outlineNotices.load();
    const { id } = await element.segment(box);
    const x = boundsOf(element.contours.features[0]!.geometry).x1;
    await element.segment(id, { hints: { inside: [[x + 3, 120]] } });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    expect(statusOf(element)).to.not.include('as large now');
    await element.segment(id, { hints: { inside: [[310, 230]] } });
    await waitUntil(() => /The object is more than \d+ times as large now\./.test(statusOf(element)), 'it is told');
    element.shadowRoot?.querySelector<HTMLButtonElement>('.status .link')?.click();
    await waitUntil(() => !statusOf(element).includes('as large now'), 'it is undone');
  });

  it('a grip of a box that was placed by keys resizes it, and starts nothing', async () => {
    const element = await take('box');
    element.viewer?.canvas.focus();
    await sendKeys({ press: 'Enter' });
    const [x = 0, y = 0, width = 0, height = 0] = (await said()).match(/\d+/g)?.map(Number) ?? [];
    const count = await begun(() => drag(element, [x + width, y + height], [x + width + 20, y + height + 10]));
    expect(count).to.equal(0);
    const [left, top, across = 0, down = 0] = (await said()).match(/\d+/g)?.map(Number) ?? [];
    expect([left, top]).to.deep.equal([x, y]);
    expect(Math.abs(across - width - 20) + Math.abs(down - height - 10)).to.be.lessThan(6);
    await sendKeys({ press: 'Escape' });
  });

  it('the tool for vertices says what to do where nothing is selected', async () => {
    await take('nodes');
    expect(await said()).to.equal('Click an object to edit its vertices.');
  });

  it('a press leaves no outline of the browser round the image', async () => {
    const element = await take('pan');
    await sendKeys({ press: 'Tab' });
    await sendMouse({ type: 'click', position: inWindow(element, 20, 20) });
    element.viewer?.canvas.focus();
    const outlines = [...(element.shadowRoot?.querySelectorAll('.viewer *') ?? [])].map((part) =>
      getComputedStyle(part),
    );
    expect(outlines.filter(({ outlineStyle }) => outlineStyle !== 'none')).to.have.length(0);
  });

  it('letters without a command turn and move nothing', async () => {
    const element = await take('pan');
    element.viewer?.canvas.focus();
    const { viewport } = element.viewer!;
    const place = (): unknown => [
      viewport.getRotation(false),
      viewport.getFlip(),
      viewport.getCenter(false),
      viewport.getZoom(false),
    ];
    const before = place();
    for (const press of ['r', 'a', 'd', 's', '0', 'j', 'k']) await sendKeys({ press });
    expect(place()).to.deep.equal(before);
  });

  it('the status says nothing of objects that are gone', async () => {
    const element = await take('box');
    await element.segment(box);
    await element.executeCommand('snake.clear');
    expect(await said()).to.equal('Objects deleted: 1');
    await element.executeCommand('snake.undo');
    expect(await said()).to.equal('Undone');
    await element.executeCommand('snake.undo');
    expect(element.contours.features).to.have.length(0);
    expect(await said()).to.equal('Undone');
  });

  it('a run is not read out step by step', async () => {
    const element = await take('box');
    let changes = 0;
    const observer = new MutationObserver((list) => {
      changes += list.length;
    });
    for (const live of element.shadowRoot!.querySelectorAll('[role=status], [aria-live]'))
      observer.observe(live, { childList: true, characterData: true, subtree: true });
    await element.segment(box);
    await element.updateComplete;
    observer.disconnect();
    expect(changes).to.be.below(4);
  });

  it('the same annotation twice is one contour, under its own id, and measured', async () => {
    const element = await take('pan');
    const id = 'https://example.org/annotations/7';
    const annotation = {
      '@context': 'http://www.w3.org/ns/anno.jsonld',
      id,
      type: 'Annotation',
      body: [],
      target: {
        source: 'ellipse.png',
        selector: {
          type: 'SvgSelector',
          value: '<svg xmlns="http://www.w3.org/2000/svg"><polygon points="10,10 60,10 60,50 10,50"/></svg>',
        },
      },
    };
    await element.import(JSON.stringify(annotation));
    await element.import(JSON.stringify(annotation));
    expect(element.contours.features.map((feature) => feature.id)).to.deep.equal([id]);
    expect(element.contours.features[0]?.properties.measurements['Area px^2']).to.equal(2000);
  });

  it('contours that lie outside of the image are told', async () => {
    const element = await take('pan');
    await element.import({
      type: 'Polygon',
      coordinates: [
        [
          [900, 10],
          [950, 10],
          [950, 50],
          [900, 10],
        ],
      ],
    });
    expect(await said()).to.contain('Outside of the image: 1');
  });

  it('a file that holds no outlines is told in words, and changes nothing', async () => {
    const element = await take('pan');
    const files: [name: string, content: BlobPart][] = [
      ['words.svg', '<svg xmlns="http://www.w3.org/2000/svg"><title>Nuclei</title><text x="9" y="9">a</text></svg>'],
      ['empty.geojson', '{"type":"FeatureCollection","features":[]}'],
      ['list.json', '[]'],
      ['coco.json', '{"images":[{"id":1}],"annotations":[],"categories":[]}'],
      ['ellipse-mask.png', await element.export('mask-png')],
    ];
    for (const [name, content] of files) {
      await element.take(new File([content], name));
      expect(await said(), name).to.equal('Nothing was imported: the file holds no outlines of objects.');
      expect(problem(), name).to.equal(null);
    }
    expect(element.contours.features).to.have.length(0);
  });

  it('a file that cannot be read is told by its name, in words of the page', async () => {
    const element = await take('pan');
    const files: [name: string, content: string, reason: string][] = [
      ['empty.geojson', '', 'it is empty'],
      ['cut.geojson', '{"type":"FeatureCollection","features":[{"type":"Fea', 'it ends too early'],
      ['words.json', 'These are words.', 'it is neither JSON, SVG nor a table'],
      ['cut.session.json', '{"type":"snake-segmenter-session","vers', 'the session is no JSON (it ends too early)'],
    ];
    for (const [name, content, reason] of files) {
      const error = await refused(element.import(new File([content], name)));
      expect(error.message).to.equal(`This could not be imported: ${name}: ${reason}.`);
      expect(error).to.include({ code: 'bad-import' });
    }
  });

  describe('an outline that crosses itself comes in with the area that it covers', () => {
    const corners = ['100,100', '160,160', '160,100', '100,160', '100,100'].map((at) => at.split(',').map(Number));
    const bowTie = { type: 'Polygon', coordinates: [corners] };
    const isRepaired = (element: SnakeSegmenter): void => {
      const [feature] = element.contours.features;
      expect(feature?.geometry.type).to.equal('MultiPolygon');
      expect(feature?.properties.measurements['Area px^2']).to.equal(1800);
    };

    it('from a file, whatever area that tells, and from a session', async () => {
      const element = await take('pan');
      const properties = { measurements: { 'Area px^2': 0, Cells: 3 } };
      const feature = { type: 'Feature', id: 'tie', properties, geometry: bowTie };
      await element.import(new File([JSON.stringify(feature)], 'bow-tie.geojson'));
      isRepaired(element);
      expect(element.contours.features[0]?.properties.measurements.Cells).to.equal(3);
      const session = JSON.parse(await element.session().text());
      session.contours.features[0].geometry = bowTie;
      await element.import(new File([JSON.stringify(session)], 'work.session.json'));
      isRepaired(element);
    });

    it('from the clipboard', async () => {
      const element = await take('pan');
      const clipboard = new DataTransfer();
      clipboard.setData('text/plain', JSON.stringify(bowTie));
      await element.executeCommand('snake.paste.inPlace', clipboard);
      isRepaired(element);
    });

    it('from the page, once, even if it sets the outline again as it was', async () => {
      const element = await take('pan');
      const reasons: unknown[] = [];
      const listen = (event: Event): void => {
        if (event instanceof CustomEvent) reasons.push(event.detail.reason);
      };
      element.addEventListener('contour-change', listen);
      const collection = () =>
        ({
          type: 'FeatureCollection',
          features: [{ type: 'Feature', id: 'tie', properties: {}, geometry: bowTie }],
        }) as const;
      element.contours = collection();
      await waitUntil(() => reasons.length === 2, 'the outline is repaired');
      isRepaired(element);
      element.contours = collection();
      isRepaired(element);
      await frame();
      element.removeEventListener('contour-change', listen);
      expect(reasons).to.deep.equal(['set', 'set']);
      element.undo();
      expect(element.contours.features).to.have.length(0);
      element.redo();
      isRepaired(element);
    });
  });

  it('a file in degrees is told as one whose objects are smaller than a pixel, with the way back', async () => {
    const element = await take('pan');
    const ring = [
      [11.52, 48.1],
      [11.58, 48.1],
      [11.58, 48.14],
      [11.52, 48.1],
    ];
    await element.import({ type: 'Polygon', coordinates: [ring] });
    expect(await said()).to.equal(
      'Objects imported: 1. All are smaller than a pixel: their coordinates may be degrees.',
    );
    element.shadowRoot?.querySelector<HTMLElement>('.status .link')?.click();
    await element.updateComplete;
    expect(element.contours.features).to.deep.equal([]);
    await element.import({ type: 'Polygon', coordinates: [ring.map(([x = 0, y = 0]) => [x * 100 - 1100, y])] });
    expect(await said(), 'some pixels wide').to.equal('Objects imported: 1');
    element.clear();
  });

  it('a file that is imported again brings nothing new, and is said to', async () => {
    const element = await take('pan');
    const outline = [10, 60].flatMap((x) => (x === 10 ? [10, 50] : [50, 10]).map((y) => [x, y]));
    const object = { type: 'Polygon', coordinates: [[...outline, outline[0]]] };
    const file = new File([JSON.stringify(object)], 'again.geojson');
    await element.import(file);
    expect(await said()).to.equal('Objects imported: 1');
    await element.import(file);
    expect(await said()).to.equal('Nothing is new: all objects of the file are here already.');
    element.undo();
    expect(element.contours.features).to.have.length(0);
  });

  it('lines leave a mark in a mask as wide as they are, and a mask comes back as contours', async () => {
    const element = await take('pan');
    await element.import({
      type: 'LineString',
      coordinates: [
        [20, 30.5],
        [220, 30.5],
      ],
    });
    const lines = await createImageBitmap(new Blob([(await element.export('mask-png')) as BlobPart]));
    const context = new OffscreenCanvas(lines.width, lines.height).getContext('2d')!;
    context.drawImage(lines, 0, 0);
    const { data } = context.getImageData(100, 30, 1, 1);
    expect(data[0]).to.be.greaterThan(0);
    element.clear();
    await element.import({
      type: 'Polygon',
      coordinates: [
        [
          [40, 40],
          [90, 40],
          [90, 80],
          [40, 80],
          [40, 40],
        ],
      ],
    });
    const mask = (await element.export('mask-png')) as BlobPart;
    element.clear();
    await element.import(new File([mask], 'ellipse-mask.png', { type: 'image/png' }));
    expect(element.contours.features.map(({ properties }) => properties.measurements['Area px^2'])).to.deep.equal([
      2000,
    ]);
    expect(element.image?.name).to.equal('ellipse.png');
  });

  it('a mask is written and read in a worker, and the status tells of both meanwhile', async () => {
    const element = await take('pan');
    const small = element.src;
    element.src = await ellipsePicture(640, 480, { cx: 320, cy: 240, rx: 150, ry: 90 });
    await element.ready;
    await element.import({
      type: 'LineString',
      coordinates: [
        [20, 30.5],
        [220, 30.5],
      ],
    });
    await element.updateComplete;
    const told: string[] = [];
    const observer = new MutationObserver(() => told.push(statusOf(element)));
    observer.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
    // What a mask is packed by: the page itself has no use for it.
    const { CompressionStream } = globalThis;
    const { click: before } = HTMLAnchorElement.prototype;
    let packed = 0;
    globalThis.CompressionStream = class extends CompressionStream {
      constructor(format: CompressionFormat) {
        super(format);
        packed++;
      }
    };
    HTMLAnchorElement.prototype.click = () => {};
    try {
      await element.executeCommand('snake.export', 'mask-png');
      expect(await said()).to.match(/^Saved: /);
      expect(told).to.include('Writing …');
      const mask = (await element.export('mask-png')) as BlobPart;
      element.clear();
      await element.import(new File([mask], 'ellipse-mask.png', { type: 'image/png' }));
      expect(await said()).to.equal('Objects imported: 1');
      expect(told).to.include('Reading …');
      expect(packed).to.equal(0);
      const broken = new File(['not a picture'], 'ellipse-mask.png', { type: 'image/png' });
      expect(await refused(element.import(broken))).to.have.property('code', 'bad-import');
      expect(await said(), 'after it failed').not.to.equal('Reading …');
    } finally {
      observer.disconnect();
      globalThis.CompressionStream = CompressionStream;
      HTMLAnchorElement.prototype.click = before;
      element.src = small;
      await element.ready;
    }
  });

  it('a mask of classes keeps their names', async () => {
    const element = await take('pan');
    const square = (x: number, name: string) => ({
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [x, 40],
            [x + 30, 40],
            [x + 30, 80],
            [x, 80],
            [x, 40],
          ],
        ],
      },
      properties: { classification: { name, color: [200, 0, 0] } },
    });
    const names = ['Tumor {1}', 'Bindegewebe "ä"'];
    for (const [format, file] of [
      ['mask-classes-png', 'ellipse-class-mask.png'],
      ['mask-classes-tiff', 'ellipse-class-mask.tif'],
      ['mask-ome-tiff', 'ellipse-mask.ome.tif'],
    ] as const) {
      await element.import({ type: 'FeatureCollection', features: names.map((name, k) => square(40 + 60 * k, name)) });
      const mask = (await element.export(format)) as BlobPart;
      element.clear();
      await element.import(new File([mask], file));
      const read = element.contours.features.map(({ properties }) => properties.classification?.name);
      expect(read, format).to.have.members(names);
      element.clear();
    }
  });

  it('a file has the name of the image without its endings, and coordinates in hundredths', async () => {
    const element = await take('pan');
    await element.import({
      type: 'LineString',
      coordinates: [
        [20.123456, 30],
        [220, 30.987654],
      ],
    });
    const names: string[] = [];
    const { click: before } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      names.push(this.download);
    };
    try {
      await element.executeCommand('snake.export', 'geojson');
      await element.executeCommand('snake.export', 'mask-png');
    } finally {
      HTMLAnchorElement.prototype.click = before;
    }
    expect(names).to.deep.equal(['ellipse-contours.geojson', 'ellipse-mask.png']);
    expect(await said()).to.equal('Saved: ellipse-mask.png');
    expect(String(await element.export('geojson')))
      .to.contain('20.12')
      .and.not.to.contain('20.123');
  });

  it('a large volume is told in cubic centimetres, and no figure is rounded and written in full', () => {
    const feature = {
      properties: { measurements: { 'Volume mm^3': 1_938_264, Voxels: 9 }, metadata: { object: 'a' } },
    };
    const [, values] = doneMessage([feature as never], { cancelled: false, full: false }, 100);
    expect(translator('en')('doneVolume', { ...values, count: 1 })).to.contain('1,938 cm³');
    // The figures of a message are in the language that the page has by then.
    expect(translator('de')('doneVolume', { ...values, count: 1 })).to.contain('1.938 cm³');
  });

  it('a run that is asked for while another goes on is no error on the screen', async () => {
    const element = await take('box');
    const first = element.segment(box);
    const error = await refused(element.segment(box));
    expect(error).to.include({ code: 'busy' });
    await element.updateComplete;
    expect(problem()).to.equal(null);
    await first;
  });

  // The last, as it opens another image.
  it('another image is neither turned nor mirrored', async () => {
    const element = await take('pan');
    await element.executeCommand('snake.view.rotate');
    await element.executeCommand('snake.view.flip');
    element.src = await ellipsePicture(200, 100);
    await element.ready;
    const { viewport } = element.viewer!;
    expect([viewport.getRotation(false), viewport.getFlip()]).to.deep.equal([0, false]);
  });
});
