/** Contours of real images as digests, which every runtime must compute alike: `test/golden/digests.json`. */
import type { Engine, EngineRequest } from '../../src/engine.js';
import type { ContourFeature } from '../../src/worker/protocol.js';

/** SHA-256 of a value as JSON, in hexadecimal digits. */
export const digestOf = async (value: unknown): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const box = { x: 100, y: 100, width: 200, height: 200 };

/** Lines and searches, whose contours are too many to be kept one by one. */
export const digestCases: readonly (EngineRequest & { readonly file: string })[] = [
  { file: 's1_spain_vv.tif', algorithm: 'linear-features', init: box },
  { file: 'retina.jpg', algorithm: 'linear-features', init: 'auto' },
  { file: 'front_LC08_L1TP_233013_20150707.png', algorithm: 'linear-features', init: 'auto' },
  { file: 'fluo_nuclei.tif', algorithm: 'snake', init: 'auto' },
  {
    file: 'CMU-1-Small-Region.svs',
    algorithm: 'snake',
    init: 'auto',
    domain: { x: 1300, y: 600, width: 300, height: 300 },
  },
];

/** The digests of all cases by their requests. `read` gives the file of a case. */
export const digestsOf = async (
  engine: Engine,
  read: (file: string) => Promise<Blob>,
): Promise<Record<string, { readonly contours: number; readonly digest: string }>> => {
  const found: Record<string, { contours: number; digest: string }> = {};
  for (const { file, ...request } of digestCases) {
    const image = await engine.open({ kind: 'blob', blob: await read(file), name: file });
    const { contours } = await engine.segment(image, request).outcome;
    found[`${file} ${JSON.stringify(request)}`] = {
      contours: contours.length,
      digest: await digestOf(contours.map(({ geometry }) => geometry)),
    };
    engine.close(image);
  }
  return found;
};

/** What is kept of a level set's outcome: its rings, or of a volume figures, the middle slice's ring and the digest of all. */
export const levelSetRecord = async (contours: readonly ContourFeature[]): Promise<unknown> => {
  const [first] = contours;
  if (!first) throw new Error('no contour');
  if (contours.length === 1) return ringsOf(first);
  const depth = ({ geometry }: ContourFeature): number => geometry.plane?.z ?? Number.NaN;
  const ordered = contours.toSorted((a, b) => depth(a) - depth(b));
  return {
    voxels: first.properties.measurements.Voxels,
    first: ordered[0]?.geometry.plane?.z,
    areas: ordered.map(({ properties }) => properties.measurements['Area px^2']),
    middle: ringsOf(first)[0],
    digest: await digestOf(ordered.map(({ geometry }) => geometry)),
  };
};

/** The rings of a contour as flat positions; the last is not the first again. */
export const ringsOf = ({ geometry }: ContourFeature): readonly number[][] => {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons.flat().map((ring) => ring.slice(0, -1).flat());
};
