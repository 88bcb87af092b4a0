/**
 * What a page with a viewer of its own does, in the browser: each function is one cell of the table that `npm run test:viewers` prints, and throws
 * where it is not as it should be. They run in a page that has `OpenSeadragon`, `attach`, and the addresses of two servers.
 */

const DISC = { x: 120, y: 120, width: 160, height: 160 };
/** π·60², within two pixels of its outline. */
const AREA = 11_310;
const OFF = 2 * Math.PI * 60 * 2;

export const checkArea = (contour) => {
  const area = contour.properties.measurements['Area px^2'];
  if (!(Math.abs(area - AREA) < OFF)) throw new Error(`${area} px² in place of ${AREA}`);
};

/** A viewer of the page on a tile source, open. */
const opened = (tileSources, options = {}) =>
  new Promise((resolve, reject) => {
    document.querySelector('#viewer').replaceChildren();
    const viewer = OpenSeadragon({
      id: 'viewer',
      prefixUrl: '/osd/images/',
      showNavigationControl: false,
      immediateRender: true,
      tileSources,
      ...options,
    });
    viewer.addHandler('open', () => resolve(viewer));
    viewer.addHandler('open-failed', ({ message }) => reject(new Error(`the viewer did not open it: ${message}`)));
  });

const run = async (viewer) => {
  const { segmenter, dispose } = attach(viewer, { backend: 'cpu', tool: 'box' });
  try {
    await segmenter.ready;
    checkArea(await segmenter.segment(DISC));
  } finally {
    dispose();
    viewer.destroy();
  }
};

/** A viewer that is not open yet, goes to another image and comes back: `ready` is that of what it was told to open, and each image has its contours. */
const toAndFro = async (one, other) => {
  const opening = opened(one);
  opening.catch(() => {});
  const viewer = OpenSeadragon.getViewer?.(document.querySelector('#viewer')) ?? (await opening);
  const { segmenter, dispose } = attach(viewer, { backend: 'cpu' });
  try {
    await segmenter.ready;
    checkArea(await segmenter.segment(DISC));
    const first = segmenter.contours.features[0].id;
    const ids = async (source) => {
      viewer.open(source);
      await segmenter.ready;
      return String(segmenter.contours.features.map(({ id }) => id));
    };
    const there = await ids(other);
    if (there !== '') throw new Error(`on another image: ${there}`);
    checkArea(await segmenter.segment(DISC));
    const back = await ids(one);
    if (back !== first) throw new Error(`${back} in place of ${first}`);
  } finally {
    dispose();
    viewer.destroy();
  }
};

/** A tile source that only the viewer knows. */
const own = (base) => ({
  width: WIDTH,
  height: HEIGHT,
  tileSize: 256,
  minLevel: 0,
  maxLevel: 7,
  getTileUrl: (level, x, y) => `${base}own/${2 ** (7 - level)}/${x}/${y}`,
});
const zoomify = (base) => ({
  type: 'zoomifytileservice',
  width: WIDTH,
  height: HEIGHT,
  tileSize: 256,
  tilesUrl: `${base}zoomify/`,
});
const bearer = { loadTilesWithAjax: true, ajaxHeaders: { Authorization: 'Bearer right' } };
const cookie = { loadTilesWithAjax: true, ajaxWithCredentials: true, crossOriginPolicy: 'use-credentials' };

/** A descriptor that the page reads with the token: viewers 4.1 to 5.0 ask for it without their headers. */
const asked = async (url) => {
  const response = await fetch(url, { headers: bearer.ajaxHeaders });
  if (url.endsWith('.json')) return response.json();
  const xml = new DOMParser().parseFromString(await response.text(), 'text/xml').documentElement;
  const size = xml.querySelector('Size');
  const of = (node, name) => node.getAttribute(name);
  return {
    Image: {
      xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
      Url: url.replace('.dzi', '_files/'),
      Format: of(xml, 'Format'),
      Overlap: of(xml, 'Overlap'),
      TileSize: of(xml, 'TileSize'),
      Size: { Width: of(size, 'Width'), Height: of(size, 'Height') },
    },
  };
};

/** Waits until a viewer shows the disc in its place: bright in the middle of it, dark beside it. */
const lit = async (viewer) => {
  const { viewport } = viewer;
  viewport.fitBounds(viewport.imageToViewportRectangle(50, 50, 300, 300), true);
  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const at = (value) => {
    const { canvas } = viewer.drawer;
    const { x, y } = viewport.pixelFromPoint(viewport.imageToViewportCoordinates(value, value), true);
    const density = canvas.width / viewer.canvas.clientWidth;
    Object.assign(copy.canvas, { width: 1, height: 1 });
    copy.drawImage(canvas, -Math.round(x * density), -Math.round(y * density));
    return copy.getImageData(0, 0, 1, 1).data[0];
  };
  const end = performance.now() + 10_000;
  while (!(at(200) > 150 && at(300) > 50 && at(300) < 130)) {
    if (performance.now() > end) throw new Error(`the viewer shows ${at(200)} in the disc, ${at(300)} beside it`);
    await new Promise(requestAnimationFrame);
  }
};

/** A viewer of the component, made by the page's copy: a run finds the disc, and the viewer shows it. */
const made = async (settings) => {
  const element = document.createElement('snake-segmenter');
  Object.assign(element, { openSeadragon: OpenSeadragon, backend: 'cpu', ...settings });
  element.style.cssText = 'width: 400px; height: 400px';
  document.body.append(element);
  try {
    await element.ready;
    if (!(element.viewer instanceof OpenSeadragon.Viewer)) throw new Error('the viewer is of another copy');
    checkArea(await element.segment(DISC));
    await lit(element.viewer);
  } finally {
    element.remove();
  }
};

export const sources = {
  'own viewer by the page’s copy, a picture': async () => made({ src: `${here}open/picture.png` }),
  'own viewer by the page’s copy, DZI': async () => made({ src: `${here}open/slide.dzi` }),
  'own viewer by the page’s copy, drawn by the engine from 4.0 on, refused before': async () => {
    const run = made({ src: `${here}open/picture` });
    if (OpenSeadragon.version.major >= 4) return run;
    const { code } = await run.then(
      () => ({ code: 'none' }),
      (error) => error,
    );
    if (code !== 'unsupported') throw new Error(`in place of a refusal: ${code}`);
  },
  DZI: async () => run(await opened(`${here}open/slide.dzi`)),
  IIIF: async () => run(await opened(`${here}open/iiif/info.json`)),
  'DZI, not open yet, and IIIF after it and back': async () =>
    toAndFro(`${here}open/slide.dzi`, `${here}open/iiif/info.json`),
  Zoomify: async () => run(await opened(zoomify(`${here}open/`))),
  getTileUrl: async () => run(await opened(own(`${here}open/`))),
  'DZI, another origin': async () => run(await opened(`${there}open/slide.dzi`, { crossOriginPolicy: 'Anonymous' })),
  'DZI, token in a header': async () => run(await opened(await asked(`${here}bearer/slide.dzi`), bearer)),
  'IIIF, token in a header, another origin': async () =>
    run(await opened(await asked(`${there}bearer/iiif/info.json`), { ...bearer, crossOriginPolicy: 'Anonymous' })),
  'DZI, token in the query': async () => run(await opened(`${here}query/slide.dzi?token=right`)),
  'DZI, cookie': async () => run(await opened(`${here}cookie/slide.dzi`)),
  'DZI, cookie, another origin': async () => run(await opened(`${there}cookie/slide.dzi`, cookie)),
  'getTileUrl, token in a header': async () => run(await opened(own(`${here}bearer/`), bearer)),
};

/** The slide with the component; what else shares the viewer may come before it. */
export const atDisc = async (before) => {
  const viewer = await opened(`${here}open/slide.dzi`);
  globalThis.viewer = viewer;
  before?.();
  const { segmenter, dispose } = attach(viewer, { backend: 'cpu', tool: 'box' });
  Object.assign(globalThis, { segmenter, dispose });
  await segmenter.ready;
};

/** Shows the disc, turned and mirrored as asked, and gives two opposite corners of a box round it on the screen; the box is upright in the image. */
export const shown = (degrees, flip) => {
  const { viewport } = viewer;
  // Since 3.1 a viewer turns little by little.
  viewport.setRotation(degrees, true);
  viewport.setFlip(flip);
  viewport.fitBounds(viewport.imageToViewportRectangle(50, 50, 300, 300), true);
  viewport.applyConstraints(true);
  const box = viewer.canvas.getBoundingClientRect();
  return [115, 285].flatMap((value) => {
    const { x, y } = viewport.pixelFromPoint(viewport.imageToViewportCoordinates(value, value), true);
    return [box.left + (flip ? box.width - x : x), box.top + y];
  });
};

/** `for` finds the viewer by the id of its element. */
export const byId = async () => {
  let viewer = await opened(`${here}open/slide.dzi`);
  const element = document.createElement('snake-segmenter');
  element.setAttribute('for', 'viewer');
  element.setAttribute('backend', 'cpu');
  document.body.append(element);
  try {
    await element.ready;
    if (element.viewer !== viewer) throw new Error('it has another viewer');
    checkArea(await element.segment(DISC));
    // As a framework may do.
    viewer.destroy();
    viewer = await opened(`${here}open/slide.dzi`);
    await element.ready;
    if (element.viewer !== viewer) throw new Error('it has not found the viewer that was made anew');
    checkArea(await element.segment(DISC));
  } finally {
    element.remove();
    viewer.destroy();
  }
};

/** The viewer fills the page, and no longer: engine, contours, overlay and toolbar go along, and back. */
export const fullPage = async () => {
  const viewer = await opened(`${here}open/slide.dzi`);
  const { segmenter, dispose } = attach(viewer, { backend: 'cpu', toolbar: true });
  await segmenter.ready;
  const contour = await segmenter.segment(DISC);
  const { image } = segmenter;
  const place = [segmenter.parentElement, segmenter.nextElementSibling];
  const check = (when) => {
    if (segmenter.image !== image) throw new Error(`${when}: the image was closed`);
    if (segmenter.contours.features[0]?.id !== contour.id) throw new Error(`${when}: the contour went`);
    if (!segmenter.isConnected || segmenter.offsetHeight < 20) throw new Error(`${when}: no toolbar is seen`);
    if (!viewer.canvas.querySelector('.snake-overlay')) throw new Error(`${when}: no overlay`);
  };
  viewer.setFullPage(true);
  // The viewer's height follows the toolbar's.
  const overhang = () => Math.abs(viewer.element.getBoundingClientRect().bottom - innerHeight);
  for (let k = 0; overhang() > 2; k++) {
    if (k === 600) throw new Error(`the viewer ends ${overhang()} pixels from the window's end`);
    await new Promise(requestAnimationFrame);
  }
  check('on the full page');
  segmenter.clear();
  checkArea(await segmenter.segment(DISC));
  segmenter.undo();
  segmenter.undo();
  viewer.setFullPage(false);
  await segmenter.updateComplete;
  check('after the full page');
  if (place.some((each, k) => each !== [segmenter.parentElement, segmenter.nextElementSibling][k]))
    throw new Error('it is elsewhere after the full page');
  dispose();
  viewer.destroy();
};

/** The source of all of this, for a page. */
export const pageSource = () =>
  [
    `const WIDTH = ${20_000}, HEIGHT = ${16_000};`,
    ...['DISC', 'AREA', 'OFF', 'bearer', 'cookie'].map(
      (name) => `const ${name} = ${JSON.stringify({ DISC, AREA, OFF, bearer, cookie }[name])};`,
    ),
    ...Object.entries({
      checkArea,
      opened,
      asked,
      lit,
      made,
      run,
      toAndFro,
      own,
      zoomify,
      atDisc,
      shown,
      byId,
      fullPage,
    }).map(([name, code]) => `const ${name} = ${code};`),
    `const sources = { ${Object.entries(sources)
      .map(([name, code]) => `${JSON.stringify(name)}: ${code}`)
      .join(', ')} };`,
    'Object.assign(globalThis, { checkArea, opened, atDisc, shown, byId, fullPage, sources });',
  ].join('\n');
