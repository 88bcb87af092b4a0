import { expect } from '@open-wc/testing';
import type OpenSeadragon from 'openseadragon';
import { loadOpenSeadragon } from '../../../src/element/viewer/openseadragon.js';
import { attach } from '../../../src/plugin.js';
import { onCanvas, unmountAll } from '../support.js';

const WIDTH = 2000;
const HEIGHT = 1500;
const SIDE = 100;
/** A tile has one pixel more at each side that another tile lies at. */
const OVERLAP = 1;
/** Levels are a third as wide as the next: 75 pixels, 223, 667, 2000. */
const FINEST = 3;
const share = (level: number): number => 3 ** (level - FINEST);

/** Is grey 220 in a disc of radius 300 about (1000, 700), and 50 elsewhere. */
const painted = (level: number, column: number, row: number): HTMLCanvasElement => {
  const [left, top] = [Math.max(0, column * SIDE - OVERLAP), Math.max(0, row * SIDE - OVERLAP)];
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(Math.ceil(WIDTH * share(level)), (column + 1) * SIDE + OVERLAP) - left;
  canvas.height = Math.min(Math.ceil(HEIGHT * share(level)), (row + 1) * SIDE + OVERLAP) - top;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'rgb(50 50 50)';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(-left, -top);
  context.scale(share(level), share(level));
  context.fillStyle = 'rgb(220 220 220)';
  context.beginPath();
  context.arc(1000, 700, 300, 0, 7);
  context.fill();
  return canvas;
};

describe('a viewer’s source of levels that are no halves', () => {
  const viewers: OpenSeadragon.Viewer[] = [];
  const hosts: HTMLElement[] = [];
  afterEach(() => {
    unmountAll();
    for (const viewer of viewers.splice(0)) viewer.destroy();
    for (const host of hosts.splice(0)) host.remove();
  });

  it('is read at each of them, its tiles with their overlap and with what they post', async () => {
    const posted = new Map<string, unknown>();
    const source = {
      width: WIDTH,
      height: HEIGHT,
      tileSize: SIDE,
      tileOverlap: OVERLAP,
      minLevel: 0,
      maxLevel: FINEST,
      getLevelScale: share,
      getTileUrl: () => 'posted:',
      getTilePostData: (level: number, x: number, y: number) => ({ level, x, y }),
      getTileHashKey: (level: number, x: number, y: number) => `${level}/${x}/${y}`,
      downloadTileStart: (job: OpenSeadragon.ImageJob) => {
        const { level, x, y } = JSON.parse(JSON.stringify(Reflect.get(job, 'postData')));
        posted.set(`${level}/${x}/${y}`, Reflect.get(job, 'src'));
        job.finish(painted(level, x, y).getContext('2d'), null, 'context2d');
      },
    };
    const host = document.createElement('div');
    host.style.cssText = 'width: 500px; height: 400px';
    document.body.append(host);
    hosts.push(host);
    const library = await loadOpenSeadragon();
    const viewer = library({ ...onCanvas, element: host });
    viewers.push(viewer);
    const opened = new Promise<void>((resolve) => viewer.addOnceHandler('open', () => resolve()));
    viewer.open({ tileSource: source });
    await opened;
    const { segmenter } = attach(viewer, { backend: 'cpu' });
    await segmenter.ready;
    expect(segmenter.image?.levels.map(({ width, height, scaleX }) => [width, height, scaleX])).to.deep.equal([
      [2000, 1500, 1],
      [667, 500, 3],
      [223, 167, 9],
      [75, 56, 27],
    ]);
    const area = Math.PI * 300 ** 2;
    const box = { x: 640, y: 340, width: 720, height: 720 };
    for (const level of [0, 1, 2]) {
      const contour = await segmenter.segment(box, { level, domain: { x: 500, y: 200, width: 1000, height: 1000 } });
      // Half a pixel of the level along the outline.
      const off = 2 * Math.PI * 300 * 0.5 * 3 ** level;
      expect(contour.properties.measurements['Area px^2'], `level ${level}`).to.be.closeTo(area, off);
      // Those of coarse levels may have come before anybody asked for a contour.
      const keys = [...posted.keys()].filter((key) => key.startsWith(`${FINEST - level}/`));
      expect(keys.length, `tiles of level ${level}`).to.be.greaterThan(0);
    }
  });
});
