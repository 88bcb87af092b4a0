/** Many contours for a page: where they lie, and what is measured of a viewer that shows them. Its functions run in pages. */

export interface Many {
  readonly name: string;
  readonly count: number;
  readonly vertices: number;
}

/** The side of the image that the contours lie on, in pixels. */
export const SIDE = 4096;

/** Rounds of 1/100 px, a lobed outline in a cell of its own, of one of four classes; the same for the same `many`. */
export const ringsOf = ({ count, vertices }: Many, side: number): [number, number][][] => {
  const columns = Math.ceil(Math.sqrt(count));
  const cell = side / columns;
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const rings: [number, number][][] = [];
  for (let k = 0; k < count; k++) {
    const cx = ((k % columns) + 0.5) * cell;
    const cy = (Math.floor(k / columns) + 0.5) * cell;
    const radius = cell * (0.25 + 0.15 * random());
    const lobes = 3 + Math.floor(4 * random());
    const ring: [number, number][] = [];
    for (let i = 0; i < vertices; i++) {
      const angle = (2 * Math.PI * i) / vertices;
      const r = radius * (1 + 0.15 * Math.cos(lobes * angle) + 0.02 * random());
      ring.push([
        Math.round(100 * (cx + r * Math.cos(angle))) / 100,
        Math.round(100 * (cy + r * Math.sin(angle))) / 100,
      ]);
    }
    ring.push(ring[0]!);
    rings.push(ring);
  }
  return rings;
};

/** A GeoJSON FeatureCollection as the component writes one: classes, measurements, the metadata of a run. */
export const featuresOf = (rings: readonly (readonly (readonly [number, number])[])[]): string => {
  const classes = ['Tumour', 'Stroma', 'Immune cells', 'Other'];
  const colours = [
    [230, 159, 0],
    [86, 180, 233],
    [0, 178, 130],
    [214, 130, 180],
  ];
  const request = JSON.stringify({ algorithm: 'snake', init: 'auto', level: 0, parameters: { model: 'gaussian' } });
  const metadata = {
    algorithm: 'snake',
    version: '0.1.0',
    backend: 'cpu',
    level: '0',
    domain: '{"x":0,"y":0,"width":4096,"height":4096}',
    channel: 'luminance',
    model: 'gaussian',
    ring: '5',
    request,
  };
  return JSON.stringify({
    type: 'FeatureCollection',
    features: rings.map((ring, k) => ({
      type: 'Feature',
      id: `00000000-0000-4000-8000-${String(k).padStart(12, '0')}`,
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: {
        objectType: 'annotation',
        classification: { name: classes[k % 4], color: colours[k % 4] },
        measurements: {
          'Area px^2': 600 + (k % 100),
          'Perimeter px': 90 + (k % 50),
          Circularity: 0.9,
          'Mean inside': 120 + (k % 60),
          'Mean outside': 80 + (k % 20),
        },
        metadata,
      },
    })),
  });
};

export interface Frames {
  readonly median: number;
  readonly ninetieth: number;
  readonly worst: number;
}

/** Members that a viewer must have to be measured; OpenSeadragon's have them. */
interface MeasuredViewer {
  readonly viewport: {
    goHome(immediately?: boolean): unknown;
    getHomeZoom(): number;
    getZoom(): number;
    zoomTo(zoom: number, point?: undefined, immediately?: boolean): unknown;
    panBy(by: { x: number; y: number }, immediately?: boolean): unknown;
    getCenter(): { x: number; y: number };
    deltaPointsFromPixels(point: unknown): { x: number; y: number };
  };
  forceRedraw(): unknown;
}

/** Milliseconds from frame to frame while the view moves: `pan` at a zoom relative to the whole image, or `zoom` in and out. */
export const measureFrames = async (
  viewer: MeasuredViewer,
  how: { readonly zoom: number; readonly kind: 'pan' | 'zoom' },
  count = 60,
): Promise<Frames> => {
  const { viewport } = viewer;
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  viewport.goHome(true);
  const home = viewport.getHomeZoom();
  viewport.zoomTo(home * how.zoom, undefined, true);
  for (let k = 0; k < 10; k++) await frame();
  const times: number[] = [];
  let before = await frame();
  const step = 0.004 / how.zoom;
  for (let k = 0; k < count; k++) {
    if (how.kind === 'pan') {
      const angle = (2 * Math.PI * k) / count;
      viewport.panBy(
        Object.assign(viewport.getCenter(), { x: step * Math.cos(angle), y: step * Math.sin(angle) }),
        true,
      );
    } else {
      const phase = (1 - Math.cos((2 * Math.PI * k) / count)) / 2;
      viewport.zoomTo(home * how.zoom * 16 ** phase, undefined, true);
    }
    viewer.forceRedraw();
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  times.sort((a, b) => a - b);
  return { median: times[count >> 1]!, ninetieth: times[Math.floor(count * 0.9)]!, worst: times[count - 1]! };
};

/** Milliseconds from frame to frame while the view at a zoom relative to the whole image moves on, a hundredth of its width a frame. */
export const measureWay = async (viewer: MeasuredViewer, zoom: number, count = 200): Promise<Frames> => {
  const { viewport } = viewer;
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  viewport.goHome(true);
  viewport.zoomTo(viewport.getHomeZoom() * zoom, undefined, true);
  for (let k = 0; k < 30; k++) await frame();
  const times: number[] = [];
  let before = await frame();
  for (let k = 0; k < count; k++) {
    // To and fro from afar, where there is nothing beside the image.
    const sign = zoom > 1 || k % 100 < 50 ? 1 : -1;
    viewport.panBy(Object.assign(viewport.getCenter(), { x: (sign * 0.01) / zoom, y: 0 }), true);
    viewer.forceRedraw();
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  times.sort((a, b) => a - b);
  return { median: times[count >> 1]!, ninetieth: times[Math.floor(count * 0.9)]!, worst: times[count - 1]! };
};
