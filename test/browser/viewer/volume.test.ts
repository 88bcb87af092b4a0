/** A volume in the component: its slices, a run through them, and its mask. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import OpenSeadragon from 'openseadragon';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { readVolume } from '../../support/images/read-volume.js';
import { isInBall, niftiFile, place, size, tiffFile } from '../../support/images/volume-files.js';
import { click, drag, frame, mount, onCanvas, once, overlayCanvas, refused, unmountAll } from '../support.js';
import { until } from '../until.js';

/** The box is a seed within the object here. */
const schedule = { filterSize: 3, confine: false, boxPrior: 0 } as const;
const box = { x: 14, y: 12, width: 12, height: 12 } as const;

const open = async (settings: Partial<SnakeSegmenter> = {}): Promise<SnakeSegmenter> => {
  const element = await mount({
    backend: 'cpu',
    algorithm: 'level-set',
    parameters: schedule,
    src: await niftiFile(),
    ...settings,
  });
  await element.ready;
  await element.updateComplete;
  return element;
};

const sliceOf = ({ geometry }: ContourFeature): number | undefined => geometry.plane?.z;

const slider = (element: SnakeSegmenter): HTMLInputElement => {
  const input = element.shadowRoot?.querySelector<HTMLInputElement>('.slices input');
  if (!input) throw new Error('no slice control');
  return input;
};

/** Pixels of the overlay that are drawn on, above the scale bar. */
const drawn = async (element: SnakeSegmenter): Promise<number> => {
  await frame();
  await frame();
  const canvas = overlayCanvas(element);
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height - 45);
  return data.filter((value, k) => k % 4 === 3 && value > 0).length;
};

const truth = Uint8Array.from({ length: size.width * size.height * size.depth }, (_, k) => {
  const [x, y] = [k % size.width, Math.floor(k / size.width) % size.height];
  return isInBall(x, y, Math.floor(k / (size.width * size.height))) ? 1 : 0;
});

const dice = (mask: ArrayLike<number>): number => {
  let [both, sum] = [0, 0];
  for (let k = 0; k < truth.length; k++) {
    const inside = mask[k] === 0 ? 0 : 1;
    both += inside & truth[k]!;
    sum += inside + truth[k]!;
  }
  return (2 * both) / sum;
};

const keyOf = ({ id, properties }: ContourFeature): string => properties.metadata.object ?? id;

describe('a volume', () => {
  afterEach(unmountAll);

  it('is gone through by Page Up and Page Down with the tool for vertices too, which takes them with Alt', async () => {
    const element = await open({ lang: 'en', slice: 9 });
    const ring = [0, 1, 2, 0].map((k) => [10 + 20 * (k % 2), 10 + 20 * (k >> 1)]);
    const { contours } = await element.import({ type: 'Polygon', coordinates: [ring] });
    element.tool = 'nodes';
    element.select(contours[0]!.id);
    await element.updateComplete;
    element.focus();
    await frame();
    expect(element.shadowRoot?.querySelector('.status')?.textContent).to.contain('or press Alt+Page Down.');
    await sendKeys({ down: 'Alt' });
    await sendKeys({ press: 'PageDown' });
    await sendKeys({ up: 'Alt' });
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('[role=status]')?.textContent).to.equal('Vertex 1 of 3 at 10, 10');
    expect(element.slice).to.equal(9);
    await sendKeys({ press: 'PageUp' });
    expect(element.slice).to.equal(10);
    await sendKeys({ press: 'PageDown' });
    expect(element.slice).to.equal(9);
    element.remove();
  });

  it('opens at its middle slice, and goes to others by slider, keys, property and attribute', async () => {
    const element = await open();
    expect(element.image?.stack?.depth).to.equal(14);
    expect(element.image?.stack?.spacing?.map((side) => Math.fround(side))).to.deep.equal([0.5, 1, 2]);
    expect(element.slice).to.equal(7);
    const input = slider(element);
    expect(input.getAttribute('aria-valuetext')).to.equal('Slice 8 of 14');
    const told: unknown[] = [];
    element.addEventListener('slice-change', ({ detail }) => told.push(detail));
    input.value = '3';
    input.dispatchEvent(new Event('input'));
    expect(element.slice).to.equal(2);
    element.viewer?.canvas.focus();
    await sendKeys({ press: 'PageUp' });
    await sendKeys({ press: 'PageUp' });
    await sendKeys({ press: 'PageDown' });
    expect(element.slice).to.equal(3);
    const { canvas } = element.viewer!;
    const zoom = element.viewer!.viewport.getZoom();
    const { left, top } = canvas.getBoundingClientRect();
    const turn = { deltaY: -100, altKey: true, bubbles: true, cancelable: true, clientX: left + 90, clientY: top + 90 };
    canvas.dispatchEvent(new WheelEvent('wheel', turn));
    expect(element.slice).to.equal(4);
    expect(element.viewer!.viewport.getZoom()).to.equal(zoom);
    element.slice = 400;
    await element.updateComplete;
    expect(element.slice).to.equal(13);
    expect(slider(element).value).to.equal('14');
    expect(told).to.deep.equal([2, 3, 4, 3, 4, 13].map((slice) => ({ slice, depth: 14 })));
    expect(element.viewer?.world.getItemCount()).to.be.within(1, 2);
    const other = await open({ slice: 4 });
    expect(other.slice).to.equal(4);
  });

  it('has the whole image above the control of its slices', async () => {
    const element = await open();
    const { viewer, item } = element;
    for (const _ of [1, 2]) {
      const { height } = viewer!.canvas.getBoundingClientRect();
      const ends = [0, size.height].map((y) => {
        const at = item!.imageToViewportCoordinates(size.width / 2, y);
        return viewer!.viewport.pixelFromPoint(at, true).y;
      });
      expect(Math.min(...ends)).to.be.at.least(-0.5);
      expect(Math.max(...ends)).to.be.at.most(height + 0.5);
      await frame();
      await frame();
    }
  });

  it('shows the slice that it says', async () => {
    const element = await open();
    /** Waits until the slice's middle is so bright. */
    const isShown = async (slice: number, wanted: (brightness: number) => boolean): Promise<void> => {
      element.slice = slice;
      for (let k = 0; k < 200; k++) {
        await frame();
        const { world, drawer } = element.viewer!;
        if (world.getItemCount() !== 1 || !world.getItemAt(0).getFullyLoaded()) continue;
        await frame();
        const { canvas } = drawer;
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [canvas.clientWidth, canvas.clientHeight];
        const context = copy.getContext('2d')!;
        if (!(canvas instanceof HTMLCanvasElement)) throw new Error('no canvas');
        context.drawImage(canvas, 0, 0, copy.width, copy.height);
        if (wanted(context.getImageData(copy.width / 2, copy.height / 2, 1, 1).data[0]!)) return;
      }
      throw new Error(`slice ${slice} was never drawn`);
    };
    await isShown(0, (brightness) => brightness < 110);
    await isShown(6, (brightness) => brightness > 170);
    await isShown(13, (brightness) => brightness < 110);
  });

  it('gives a contour a slice from a box, its front drawn slice by slice, in one step of the history', async () => {
    const element = await open({ tool: 'box' });
    const start = once(element, 'contour-start');
    const slices = new Set<number | undefined>();
    element.addEventListener('contour-progress', ({ detail }) => slices.add(detail.slice));
    const completed: ContourFeature[] = [];
    element.addEventListener('contour-complete', ({ detail }) => completed.push(detail.contour));
    const done = once(element, 'contour-select');
    await drag(element, [14, 12], [26, 24]);
    expect((await start).slice).to.equal(7);
    await done;
    expect([...slices]).to.deep.equal([7]);
    const { features } = element.contours;
    expect(features.map(sliceOf).toSorted((a, b) => a! - b!)).to.deep.equal(
      Array.from({ length: 12 }, (_, k) => k + 1),
    );
    expect(completed).to.deep.equal(features);
    expect(sliceOf(element.selected!)).to.equal(7);
    expect(new Set(features.map(({ properties }) => properties.metadata.object)).size).to.equal(1);
    const { measurements } = features[0]!.properties;
    expect(measurements['Volume mm^3']).to.equal(measurements.Voxels);
    expect(measurements['Area mm^2']).to.equal(measurements['Area px^2']! / 2);
    expect(await drawn(element)).to.be.above(100);
    element.slice = 0;
    expect(sliceOf(element.selected!), 'stays selected, on its nearest slice').to.equal(1);
    expect(await drawn(element)).to.equal(0);
    const classes = (): Set<string | undefined> =>
      new Set(element.contours.features.map(({ properties }) => properties.classification?.name));
    element.classify({ name: 'Tumour', color: [200, 0, 0] });
    expect([...classes()], 'of the object on all slices').to.deep.equal(['Tumour']);
    element.undo();
    expect([...classes()]).to.deep.equal([undefined]);
    element.undo();
    expect(element.contours.features).to.have.length(0);
  });

  it('has its objects named, noted, measured and deleted on all slices, in the same unit wherever it is told', async () => {
    const element = await open({ panel: true, lang: 'en' });
    await element.segment(box);
    await until('an object', () => element.shadowRoot?.querySelector('.list .row'));
    const inside = <T extends HTMLElement>(selector: string): T => {
      const found = element.shadowRoot?.querySelector<T>(selector);
      if (!found) throw new Error(`no ${selector}`);
      return found;
    };
    const type = async (selector: string, text: string): Promise<void> => {
      const input = inside<HTMLInputElement>(selector);
      input.value = text;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      await element.updateComplete;
    };
    const { length } = element.contours.features;
    expect(length).to.be.greaterThan(10);
    const { 'Volume mm^3': volume = 0 } = element.contours.features[0]!.properties.measurements;
    expect(volume).to.be.greaterThan(1000);
    const told = `${new Intl.NumberFormat('en', { maximumSignificantDigits: 4 }).format(volume / 1000)} cm³`;
    expect(inside('.status').textContent).to.contain(told);
    expect(inside('.list .row small').textContent).to.contain(told);
    const title = [...element.shadowRoot!.querySelectorAll('[part=measurements] dt')].find(({ textContent }) =>
      textContent?.startsWith('Volume'),
    );
    expect(`${title?.nextElementSibling?.textContent} ${title?.textContent?.split(', ')[1]}`).to.equal(told);

    await type('#object-name', 'Ball');
    await type('#object-note', 'look again');
    const all = (of: (contour: ContourFeature) => unknown): unknown[] => [
      ...new Set(element.contours.features.map(of)),
    ];
    expect(all(({ properties }) => properties.name)).to.deep.equal(['Ball']);
    expect(all(({ properties }) => properties.metadata.note)).to.deep.equal(['look again']);
    expect(inside('.list .row').textContent).to.contain('Ball');

    expect(element.remove(element.contours.features[3]!.id)).to.equal(true);
    expect(element.contours.features).to.have.length(0);
    element.undo();
    expect(element.contours.features).to.have.length(length);
    inside('.list .row').focus();
    await sendKeys({ press: 'Delete' });
    expect(element.contours.features).to.have.length(0);
  });

  it('shows the front of the slice one looks at, also while paused', async () => {
    const element = await open();
    const run = element.segment(box, { paused: true });
    await once(element, 'contour-start');
    element.step();
    const first = await once(element, 'contour-progress');
    expect([first.slice, first.ring.length > 0]).to.deep.equal([7, true]);
    expect(await drawn(element)).to.be.above(100);
    element.slice = 8;
    const second = await once(element, 'contour-progress');
    expect([second.slice, second.step, second.ring.length > 0]).to.deep.equal([8, first.step, true]);
    element.slice = 0;
    const none = await once(element, 'contour-progress');
    expect([none.slice, none.ring.length]).to.deep.equal([0, 0]);
    expect(await drawn(element)).to.equal(0);
    element.slice = 8;
    element.resume();
    await run;
    expect(sliceOf(element.selected!)).to.equal(8);
  });

  it('starts from a point, a polygon, a contour and by itself', async () => {
    const element = await open({ tool: 'point', parameters: { ...schedule, radius: 4 } });
    const done = once(element, 'contour-select');
    await click(element, 20, 18);
    await done;
    const ball = element.contours;
    expect(ball.features).to.have.length(12);
    const middle = element.selected!;
    element.slice = 3;
    const again = await element.segment(middle.id, { slices: 4 });
    expect(again.id).to.equal(middle.id);
    expect(sliceOf(again)).to.equal(7);
    expect(element.contours.features).to.have.length(12);
    const snake = await element.segment(again.id, { algorithm: 'snake' });
    expect(snake.properties.metadata.object).to.equal(again.properties.metadata.object);
    expect(element.contours.features).to.have.length(12);
    element.undo();
    element.undo();
    expect(element.contours).to.deep.equal(ball);
    element.clear();
    const ring = [
      [14, 12],
      [26, 12],
      [20, 25],
      [14, 12],
    ];
    await element.segment({ type: 'Polygon', coordinates: [ring] }, { slice: 6, slices: 3 });
    expect(element.contours.features).to.have.length(12);
    element.clear();
    await element.segment('auto', { speed: 'chan-vese' });
    expect(element.contours.features.length).to.be.above(6);
  });

  it('saves its mask as NIfTI and as TIFF, and its contours with their slices', async () => {
    const element = await open();
    await element.segment(box);
    const features = element.contours;
    const nifti = await readVolume(await element.export('mask-nifti'), 'mask.nii.gz');
    expect([nifti.width, nifti.height, nifti.depth]).to.deep.equal([40, 36, 14]);
    expect(nifti.affine).to.deep.equal(place.affine);
    expect(dice(nifti.planes[0]!)).to.be.above(0.97);
    const voxels = features.features[0]!.properties.measurements.Voxels;
    expect(nifti.planes[0]!.filter((value) => value === 1)).to.have.length(voxels!);
    const tiff = await readVolume(await element.export('mask-tiff'), 'mask.tif');
    expect(tiff.planes[0]!.map((value) => value / 255)).to.deep.equal(nifti.planes[0]);
    const text = await element.export('geojson');
    element.clear();
    await element.import(text);
    expect(element.contours).to.deep.equal(features);
    element.slice = 2;
    const svg = await element.export('svg');
    element.clear();
    await element.import(svg);
    expect(element.contours.features.map(sliceOf)).to.deep.equal([2]);
  });

  it('runs on one slice where that is asked, by any algorithm', async () => {
    const element = await open();
    await element.segment(box, { wholeVolume: false });
    await element.segment({ x: 6, y: 5, width: 28, height: 26 }, { algorithm: 'snake', parameters: {}, slice: 6 });
    expect(element.contours.features.map(sliceOf)).to.deep.equal([7, 6]);
    for (const { properties } of element.contours.features) {
      expect(properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 144, 30);
    }
  });

  it('counts objects and goes from one to the next, each of many slices', async () => {
    const element = await open();
    await element.segment(box);
    await element.segment({ x: 6, y: 5, width: 28, height: 26 }, { algorithm: 'snake', parameters: {}, slice: 6 });
    expect(element.contours.features).to.have.length(13);
    const shown = (): string => element.shadowRoot?.querySelector('.status')?.textContent ?? '';
    await element.updateComplete;
    expect(shown()).to.contain('Objects: 2');
    const objects = new Set<string>();
    for (const _ of [1, 2]) {
      await element.executeCommand('snake.select.next');
      objects.add(element.selected?.properties.metadata.object ?? 'alone');
    }
    expect([...objects]).to.have.length(2);
    await element.executeCommand('snake.clear');
    await element.updateComplete;
    expect(shown()).to.contain('Objects deleted: 2');
  });

  it('shows the slice of the next object', async () => {
    const element = await open();
    const ring = [
      [6, 6],
      [12, 6],
      [12, 12],
      [6, 6],
    ];
    const on = (z: number) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [ring], plane: { c: -1, z, t: 0 } },
      properties: {},
    });
    await element.import([on(2), on(9), on(12)]);
    const slices: (number | undefined)[] = [];
    for (const command of ['next', 'next', 'next', 'next', 'previous']) {
      await element.executeCommand(`snake.select.${command}`);
      expect(sliceOf(element.selected!)).to.equal(element.slice);
      slices.push(element.slice);
    }
    expect(slices).to.deep.equal([2, 9, 12, 2, 12]);
    await element.executeCommand('snake.hide');
    await element.executeCommand('snake.select.previous');
    await element.executeCommand('snake.select.next');
    expect(element.slice, 'past what is hidden').to.equal(2);
  });

  it('keeps its objects selected beyond their last slice, where no tool changes them', async () => {
    const element = await open();
    await element.segment(box);
    await element.segment({ x: 6, y: 5, width: 28, height: 26 }, { algorithm: 'snake', parameters: {}, slice: 7 });
    element.tool = 'pan';
    await element.executeCommand('snake.select.all');
    const last = Math.max(...element.contours.features.map((contour) => sliceOf(contour) ?? 0));
    const selected = (): number => element.shadowRoot?.querySelectorAll('[aria-selected=true]').length ?? 0;
    element.panel = true;
    await element.updateComplete;
    await until('both in the list', () => selected() === 2);
    element.slice = last + 1;
    await element.updateComplete;
    expect(element.slice).to.equal(last + 1);
    expect(selected(), 'two are selected').to.equal(2);
    // In a narrow window it lies over the image.
    element.panel = false;
    await element.executeCommand('snake.select.none');
    element.slice = last;
    await element.updateComplete;
    element.select(element.contours.features.find((contour) => sliceOf(contour) === last)?.id);
    element.slice = last + 1;
    element.tool = 'nodes';
    await element.updateComplete;
    expect(sliceOf(element.selected!), 'the nearest').to.equal(last);
    expect(element.shadowRoot?.querySelector('.vertex-bar'), 'no vertices of another slice').to.equal(null);
    const before = element.contours.features;
    element.tool = 'brush';
    await element.updateComplete;
    await until('the brush', () => element.viewer?.canvas.style.cursor === 'crosshair');
    await drag(element, [1, 1], [3, 2]);
    await until('apart from it an object of its own', () => element.contours.features.length === before.length + 1);
    expect(element.contours.features.slice(0, before.length)).to.deep.equal(before);
    expect(sliceOf(element.selected!)).to.equal(last + 1);
    expect(keyOf(element.selected!)).to.equal(element.selected!.id);
    await element.executeCommand('snake.select.none');
    element.slice = last - 1;
    element.select(before.find((contour) => sliceOf(contour) === last - 1)?.id);
    element.slice = last + 1;
    element.slice = last - 2;
    await element.updateComplete;
    expect(sliceOf(element.selected!), 'the same object, back on its slices').to.equal(last - 2);
    expect(keyOf(element.selected!)).to.equal(keyOf(before[0]!));
  });

  it('has an object go on where the brush paints it on a slice that it is not on', async () => {
    const element = await open();
    await element.segment(box);
    for (const { id } of element.contours.features) element.classify({ name: 'Ball', color: [200, 0, 0] }, id);
    const before = element.contours;
    const [first] = before.features;
    const last = Math.max(...before.features.map((contour) => sliceOf(contour) ?? 0));
    const said = (): string => element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    const volumes = (): Set<number | undefined> =>
      new Set(element.contours.features.map(({ properties }) => properties.measurements.Voxels));
    const area = (): number =>
      element.contours.features.reduce((sum, { properties }) => sum + (properties.measurements['Area px^2'] ?? 0), 0);
    const its = (contour: ContourFeature | undefined): unknown =>
      contour && [keyOf(contour), sliceOf(contour), contour.properties.classification?.name];
    element.slice = last + 1;
    element.classification = undefined;
    element.tool = 'eraser';
    await element.updateComplete;
    await until('the eraser', () => element.viewer?.canvas.style.cursor === 'crosshair');
    await drag(element, [18, 16], [22, 18]);
    await element.updateComplete;
    expect(said()).to.equal('The selected object is not on this slice.');
    expect(element.contours).to.deep.equal(before);
    element.tool = 'brush';
    await element.updateComplete;
    await drag(element, [18, 16], [22, 18]);
    await until('one more slice', () => element.contours.features.length === before.features.length + 1);
    expect(its(element.selected)).to.deep.equal([keyOf(first!), last + 1, 'Ball']);
    await element.updateComplete;
    expect(said()).to.contain('The object goes on here');
    await until('one volume on all slices', () => volumes().size === 1 && volumes().has(Math.round(area())));
    const grown = area();
    await drag(element, [22, 18], [24, 22]);
    await until('added to', () => area() > grown);
    await until('the volume again', () => volumes().size === 1 && volumes().has(Math.round(area())));
    element.undo();
    element.undo();
    expect(element.contours.features).to.have.length(before.features.length);
    expect(keyOf(element.selected!), 'the object stays selected').to.equal(keyOf(first!));
    await until('as before', () => volumes().size === 1 && volumes().has(first!.properties.measurements.Voxels));
    await element.executeCommand('snake.select.none');
    element.select(element.contours.features.find((contour) => sliceOf(contour) === last)?.id);
    await element.executeCommand('snake.lock');
    element.slice = last + 1;
    await drag(element, [18, 16], [22, 18]);
    await element.updateComplete;
    expect(said()).to.contain('Locked');
    expect(element.contours.features).to.have.length(before.features.length);
  });

  it('has no outline changed on a slice that is not shown', async () => {
    const element = await open();
    await element.segment(box);
    const before = element.contours;
    const last = Math.max(...before.features.map((contour) => sliceOf(contour) ?? 0));
    const said = (): string => element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    for (const kind of ['simplify', 'smooth']) {
      element.slice = last;
      element.slice = last + 1;
      await element.executeCommand(`snake.contour.${kind}`, 3);
      await element.updateComplete;
      expect(element.contours, kind).to.deep.equal(before);
      expect(said()).to.equal('The selected object is not on this slice.');
      element.slice = last;
      await element.executeCommand(`snake.contour.${kind}`);
      await element.updateComplete;
      expect(element.shadowRoot?.querySelector('.reshape input'), 'previewed').to.exist;
      element.slice = last + 1;
      await element.updateComplete;
      expect(element.shadowRoot?.querySelector('.reshape input'), 'given up with its slice').to.not.exist;
    }
    element.panel = false;
  });

  it('is simplified and smoothed on all slices of an object, in one step', async () => {
    const element = await open();
    const { id } = await element.segment(box);
    const before = element.contours;
    const vertices = (): number[] =>
      element.contours.features.map(({ geometry }) =>
        geometry.type === 'Polygon' ? geometry.coordinates[0]!.length : 0,
      );
    const many = vertices();
    element.select(id);
    await element.executeCommand('snake.contour.simplify', 2);
    const few = vertices();
    expect(few).to.have.length(many.length);
    for (const [k, count] of many.entries()) if (count > 12) expect(few[k], `slice ${k}`).to.be.below(count);
    element.undo();
    expect(element.contours.features.map(({ geometry }) => geometry)).to.deep.equal(
      before.features.map(({ geometry }) => geometry),
    );
  });

  it('drawn by hand on two slices is one object, which goes by the id of either contour', async () => {
    const element = await open();
    element.tool = 'brush';
    await element.updateComplete;
    for (const slice of [3, 4]) {
      element.slice = slice;
      await frame();
      await drag(element, [16, 16], [24, 18]);
    }
    const ids = element.contours.features.map((contour) => contour.id);
    expect(ids).to.have.length(2);
    for (const id of ids) {
      expect(element.remove(id)).to.equal(true);
      expect(element.contours.features).to.have.length(0);
      element.undo();
    }
  });

  it('is divided by the knife and joined again on all slices of an object, each in one step', async () => {
    const element = await open();
    await element.segment(box);
    const whole = element.contours;
    const said = (): string => element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    const objects = (): ContourFeature[][] => {
      const { features } = element.contours;
      return [...new Set(features.map(keyOf))].map((key) => features.filter((contour) => keyOf(contour) === key));
    };
    const volume = (features: readonly ContourFeature[]): number =>
      features.reduce((sum, { properties }) => sum + (properties.measurements['Area px^2'] ?? 0), 0);
    const full = volume(whole.features);
    element.tool = 'cut';
    await element.updateComplete;
    await until('the knife', () => element.viewer?.canvas.style.cursor === 'crosshair');
    await drag(element, [20, 4], [20, 32]);
    await until('the division', () => objects().length === 2);
    await element.updateComplete;
    expect(said()).to.contain('Objects after the division: 2, on 12 slices');
    for (const features of objects()) {
      expect(new Set(features.map(sliceOf)).size, 'of each part').to.equal(12);
      expect(volume(features) / full).to.be.within(0.4, 0.6);
      const { 'Volume mm^3': millimetres = 0 } = features[0]!.properties.measurements;
      expect(millimetres / volume(features), 'voxels of .5 by 1 by 2').to.be.closeTo(1, 1e-6);
    }
    expect(volume(element.contours.features) / full).to.be.closeTo(1, 1e-3);
    await element.executeCommand('snake.select.all');
    await element.executeCommand('snake.merge');
    expect(objects()).to.have.length(1);
    expect(element.contours.features).to.have.length(12);
    expect(volume(element.contours.features) / full).to.be.closeTo(1, 1e-3);
    element.undo();
    expect(objects()).to.have.length(2);
    element.undo();
    expect(element.contours).to.deep.equal(whole);
  });

  it('stays on its slice when a step is undone there, and goes to the nearest that the step changed', async () => {
    const element = await open();
    await element.segment(box);
    const { slice } = element;
    expect(element.selected).to.satisfy((contour: ContourFeature) => sliceOf(contour) === slice);
    await element.executeCommand('snake.remove');
    expect(element.contours.features).to.have.length(0);
    element.undo();
    expect(element.slice).to.equal(slice);
    expect(element.selected).to.satisfy((contour: ContourFeature) => sliceOf(contour) === slice);
    const first = Math.min(...element.contours.features.map((contour) => sliceOf(contour) ?? 0));
    element.redo();
    element.slice = 0;
    await element.updateComplete;
    element.undo();
    await until('its slice', () => element.slice === first);
  });

  it('of TIFF pages opens too', async () => {
    const element = await open({ src: await tiffFile() });
    expect(element.image?.stack?.depth).to.equal(14);
    await element.segment(box);
    const mask = await readVolume(await element.export('mask-nifti'), 'mask.nii.gz');
    expect(dice(mask.planes[0]!)).to.be.above(0.97);
  });

  it('keeps what there is where a run is cancelled or aborted', async () => {
    const element = await open();
    const cancelled = element.segment(box, { paused: true });
    await once(element, 'contour-start');
    element.step();
    await once(element, 'contour-progress');
    element.cancel();
    expect(sliceOf(await cancelled)).to.equal(7);
    const count = element.contours.features.length;
    expect(count).to.be.above(3);
    const stop = new AbortController();
    const aborted = element.segment(box, { paused: true, signal: stop.signal });
    await once(element, 'contour-start');
    element.step();
    await once(element, 'contour-progress');
    stop.abort();
    expect((await refused(aborted)).name).to.equal('AbortError');
    expect(element.contours.features).to.have.length(count);
  });

  it('refuses what cannot be, in words', async () => {
    const element = await open();
    const bad = async (promise: Promise<unknown>, code: string, word: string): Promise<void> => {
      const error = await refused(promise);
      expect(error).to.include({ code });
      expect(error.message).to.contain(word);
    };
    await bad(element.segment({ x: 400, y: 5, width: 9, height: 9 }), 'bad-init', 'outside');
    await bad(element.segment({ x: 0, y: 0, width: 40, height: 36 }, { slices: 28 }), 'bad-init', 'covers everything');
    await bad(element.segment(box, { slice: 14 }), 'bad-parameter', '0 to 13');
    await bad(element.segment(box, { channel: 'band:2' }), 'bad-parameter', 'band:1');
    await bad(element.segment(box, { filterSize: 4 }), 'bad-parameter', 'odd');
    const lies = new Uint8Array(
      await new Response((await niftiFile()).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
    );
    new DataView(lies.buffer).setInt16(42, 4000, true);
    element.src = new File([lies], 'lies.nii');
    await bad(element.ready, 'image-unreadable', 'its header claims');
    element.src = await niftiFile();
    await element.ready;
    expect(element.slice).to.equal(7);
  });

  it('is shown in a viewer of the page, with its slices below', async () => {
    const host = document.createElement('div');
    host.style.cssText = 'width: 400px; height: 300px';
    document.body.append(host);
    const viewer = OpenSeadragon({ ...onCanvas, element: host });
    const element = await open({ viewer });
    expect(viewer.world.getItemCount()).to.equal(1);
    slider(element).value = '2';
    slider(element).dispatchEvent(new Event('input'));
    expect(element.slice).to.equal(1);
    await element.segment(box, { slice: 7 });
    expect(element.contours.features).to.have.length(12);
    expect(sliceOf(element.selected!)).to.equal(1);
    element.remove();
    viewer.destroy();
    host.remove();
  });

  it('gives way to an image, which has no slices', async () => {
    const element = await open({ src: await niftiFile(true) });
    const { viewport, world } = element.viewer!;
    expect([viewport.getRotation(), viewport.getFlip()]).to.deep.equal([180, true]);
    const canvas = new OffscreenCanvas(60, 50);
    canvas.getContext('2d')?.fillRect(10, 10, 20, 20);
    const file = new File([await canvas.convertToBlob()], 'square.png', { type: 'image/png' });
    const added: OpenSeadragon.TiledImage[] = [];
    world.addHandler('add-item', ({ item }) => added.push(item));
    for (const slice of [3, 9, 5, 11]) {
      element.slice = slice;
      await frame();
    }
    element.src = file;
    element.slice = 2;
    await element.ready;
    await element.updateComplete;
    expect([viewport.getRotation(), viewport.getFlip()]).to.deep.equal([0, false]);
    // A slice that waits for its tiles has them now, too late.
    for (const item of added) item.raiseEvent('fully-loaded-change', { fullyLoaded: true });
    await frame();
    expect(world.getItemCount()).to.equal(1);
    expect(world.getItemAt(0).getContentSize().x).to.equal(60);
    expect(element.slice).to.equal(undefined);
    expect(element.shadowRoot?.querySelector('.slices')).to.equal(null);
    expect((await refused(element.export('mask-nifti'))).message).to.contain('no volume');
  });
});
