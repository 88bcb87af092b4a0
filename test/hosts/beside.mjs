/** What shares a viewer with the component, in the browser: see `viewers.mjs`. Each names the versions of OpenSeadragon that it is for, and its scripts. */
import { readFileSync } from 'node:fs';
import { drawingBeside } from './drawing-beside.mjs';

const annotorious = async () => {
  const { createOSDAnnotator, W3CImageFormat } = Annotorious;
  await atDisc();
  const annotator = createOSDAnnotator(viewer, { adapter: W3CImageFormat('https://slides.example/1') });
  annotator.setDrawingEnabled(false);
  const first = await segmenter.segment({ x: 120, y: 120, width: 160, height: 160 });
  checkArea(first);
  annotator.setAnnotations(JSON.parse(String(await segmenter.export('w3c'))));
  const back = annotator.getAnnotations();
  if (back.length !== 1) throw new Error(`${back.length} annotations`);
  segmenter.clear();
  const { imported } = await segmenter.import(back);
  const [contour] = segmenter.contours.features;
  if (JSON.stringify(contour?.geometry) !== JSON.stringify(first.geometry))
    throw new Error(`another outline came back: ${imported}`);
  annotator.destroy();
  dispose();
  viewer.destroy();
};

/** The guide's page, its imports replaced by what the page holds already. */
const [, guide = ''] =
  /## Beside Annotorious\n[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync('docs/hosting.md', 'utf8')) ?? [];
const guided = guide
  .replace(/^import (\{.*\}) from '@annotorious\/openseadragon';$/m, 'const $1 = Annotorious;')
  .replace(/^import \{ attach \} from 'snake-segmenter\/plugin.js';$/m, '');
if (guided === guide || guided.includes('import {')) throw new Error('the guide has another page');

const asTheGuideSays = `async () => {
  await atDisc();
  dispose();
  const page = async () => {
    ${guided}
    return { annotator, segmenter };
  };
  const { annotator, segmenter } = await page();
  const first = await segmenter.segment({ x: 120, y: 120, width: 160, height: 160 });
  checkArea(first);
  for (let k = 0; annotator.getAnnotations().length === 0; k++) {
    if (k === 50) throw new Error('the contour became no annotation');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  segmenter.clear();
  await segmenter.import(annotator.getAnnotations());
  if (JSON.stringify(segmenter.contours.features[0]?.geometry) !== JSON.stringify(first.geometry))
    throw new Error('another outline came back');
  annotator.destroy();
  segmenter.remove();
  viewer.destroy();
}`;

const filtering = async () => {
  await atDisc();
  const box = { x: 120, y: 120, width: 160, height: 160 };
  const plain = await segmenter.segment(box);
  viewer.setFilterOptions({
    filters: { processors: [OpenSeadragon.Filters.INVERT(), OpenSeadragon.Filters.GREYSCALE()] },
  });
  const filtered = await segmenter.segment(box);
  // Found on the samples, not on the screen.
  if (JSON.stringify(plain.geometry) !== JSON.stringify(filtered.geometry))
    throw new Error('the filter changed the contour');
  dispose();
  viewer.destroy();
};

/**
 * A scale bar: that of openseadragon-scalebar, which is in no registry, where its script is there; else an element that does what its bar does.
 */
const scaleBar = async () => {
  await atDisc();
  const ofPlugin = () => {
    viewer.scalebar({ type: OpenSeadragon.ScalebarType.MICROSCOPY, pixelsPerMeter: 4e6, minWidth: '75px' });
    return viewer.scalebarInstance.divElt;
  };
  const inItsPlace = () => {
    const bar = document.createElement('div');
    bar.style.cssText = 'position: absolute; left: 5px; bottom: 5px; border-bottom: 2px solid; pointer-events: none';
    viewer.canvas.append(bar);
    const refresh = () => {
      const zoom = viewer.viewport.viewportToImageZoom(viewer.viewport.getZoom(true));
      bar.style.width = `${Math.round(100 * zoom)}px`;
      bar.textContent = '100 px';
    };
    for (const event of ['open', 'animation', 'resize']) viewer.addHandler(event, refresh);
    refresh();
    return bar;
  };
  const bar = viewer.scalebar ? ofPlugin() : inItsPlace();
  const contour = await segmenter.segment({ x: 120, y: 120, width: 160, height: 160 });
  checkArea(contour);
  const overlay = viewer.canvas.querySelector('.snake-overlay');
  const drawn = () => `${bar.textContent} ${bar.offsetWidth}`;
  const before = drawn();
  if (bar.offsetWidth === 0) throw new Error('there is no bar');
  viewer.viewport.zoomBy(0.6, undefined, true);
  viewer.viewport.applyConstraints(true);
  for (let k = 0; drawn() === before; k++) {
    if (k === 600) throw new Error(`the bar stays as it is: ${before}`);
    await new Promise(requestAnimationFrame);
  }
  if (!overlay?.isConnected || !bar.isConnected) throw new Error('one took the other away');
  dispose();
  if (!bar.isConnected) throw new Error('the bar went with the component');
  viewer.destroy();
};

/** The viewer's tile source reads a TIFF itself, whose size of a pixel is taken over. */
const geotiff = async () => {
  const [source] = await OpenSeadragon.GeoTIFFTileSource.getAllTileSources(`${here}open/corner.tif`, {});
  globalThis.viewer = await opened(source);
  const { segmenter, dispose } = attach(viewer, { backend: 'cpu' });
  await segmenter.ready;
  const contour = await segmenter.segment({ x: 120, y: 120, width: 160, height: 160 });
  checkArea(contour);
  const { 'Area px^2': pixels, 'Area µm^2': micrometres } = contour.properties.measurements;
  if (!(Math.abs(micrometres - pixels / 4) < 0.01)) throw new Error(`${micrometres} µm² of ${pixels} px²`);
  dispose();
  viewer.destroy();
};

export const beside = {
  'beside Annotorious 3, and there and back': {
    versions: ['4.1.1', '5.0.1', '6.1.1'],
    scripts: ['bundled/annotorious.js'],
    run: annotorious,
  },
  'beside Annotorious 3, by the block of the guide': {
    versions: ['5.0.1', '6.1.1'],
    scripts: ['bundled/annotorious.js'],
    run: asTheGuideSays,
  },
  'Annotorious 3 draws by the mouse, made before the component': {
    versions: ['4.1.1', '5.0.1', '6.1.1'],
    scripts: ['bundled/annotorious.js'],
    drive: drawingBeside('Annotorious'),
  },
  'Annotorious 3 draws by the mouse, made after the component': {
    versions: ['4.1.1', '5.0.1', '6.1.1'],
    scripts: ['bundled/annotorious.js'],
    drive: drawingBeside('the component'),
  },
  'a GeoTIFFTileSource, measured in µm': {
    // From 6 on the source gives rasters of a type of its own, which the viewer's converter turns into pictures.
    versions: ['4.1.1', '5.0.1', '6.1.1'],
    scripts: ['node_modules/geotiff-tilesource/dist/geotiff-tilesource.min.js'],
    run: geotiff,
  },
  'beside a scale bar': { versions: ['2.4.0', '4.1.1', '6.1.1'], scripts: ['bundled/scalebar.js'], run: scaleBar },
  'beside openseadragon-filtering': {
    versions: ['2.4.2', '4.1.1'],
    scripts: ['node_modules/openseadragon-filtering/openseadragon-filtering.js'],
    run: filtering,
  },
};

/** The source of all that runs in a page; `drive` runs beside it, with the mouse. */
export const besideSource = () =>
  `globalThis.beside = { ${Object.entries(beside)
    .filter(([, { run }]) => run)
    .map(([name, { run }]) => `${JSON.stringify(name)}: ${run}`)
    .join(', ')} };`;
