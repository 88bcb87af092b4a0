/** Answers of servers of slides and contours that lie: OME-Zarr, DICOMweb, and FlatGeobuf through its index. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { writers } from '../../src/contours/formats/index.js';
import { unpack } from '../../src/contours/packed-contour.js';
import { ContourView } from '../../src/contours/traffic/contour-view.js';
import { isErrorData } from '../../src/core/errors.js';
import { patience } from '../../src/image/io/patience.js';
import { open } from '../../src/image/open.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { dicomWeb, instanceOf } from '../support/images/dicom-slide.js';
import { addArray, addGroup, type Files, multiscales } from '../support/images/zarr-writer.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { checkSound } from './imports.js';
import { liedTo, lies } from './lies.js';
import { wounded, wounds } from './wounds.js';

/** Zarr of both versions, one of them in shards, compressed in several ways. */
const zarr = async (): Promise<readonly Files[]> => {
  const made: Files[] = [];
  for (const format of [2, 3] as const)
    for (const packing of ['gzip', 'zstd', { blosc: 'lz4', shuffle: 1 }] as const) {
      const files: Files = new Map();
      addGroup(files, '', format, multiscales('cyx', 2, [1, 0.5, 0.25]));
      const shards = format === 3 && packing === 'zstd' ? { shards: [1, 2, 2] } : {};
      const common = { format, chunks: [1, 16, 24], kind: Uint16Array, packing, ...shards };
      await addArray(files, '0', { ...common, shape: [2, 40, 50], at: (c, y, x) => 2000 * c + 50 * y + x });
      await addArray(files, '1', { ...common, shape: [2, 20, 25], at: (c, y, x) => 2000 * c + 100 * y + 2 * x });
      made.push(files);
    }
  return made;
};

const frame = (column: number, row: number): Uint8Array => new Uint8Array(16 * 12).fill(10 * row + column);
const slide = [
  instanceOf('1.2.3.1', { width: 40, height: 30, tile: [16, 12], frame }),
  instanceOf('1.2.3.2', { width: 20, height: 15, tile: [16, 12], frame, sparse: true }),
];

const squares = Array.from({ length: 200 }, (_, k): ContourFeature => {
  const [x, y] = [20 * (k % 20), 20 * Math.floor(k / 20)];
  const ring: [number, number][] = [
    [x, y],
    [x + 9, y],
    [x + 9, y + 9],
    [x, y],
  ];
  const properties = { objectType: 'annotation' as const, measurements: { 'Area px^2': 40.5 }, metadata: {} };
  return { type: 'Feature', id: `square ${k}`, geometry: { type: 'Polygon', coordinates: [ring] }, properties };
});
const geobuf = async (): Promise<Uint8Array> => {
  const written = await writers.flatgeobuf.write(squares, { name: 'a.tif', width: 400, height: 200 });
  return new Uint8Array(await new Blob([written as BlobPart]).arrayBuffer());
};

const given = fc.record({
  kind: fc.constantFrom('zarr', 'dicom', 'flatgeobuf'),
  which: fc.nat(5),
  /** Of the JSON that describes it, of a binary part, or of both. */
  lies: fc.option(lies, { nil: [], freq: 3 }),
  wounds: fc.option(wounds, { nil: [] }),
  part: fc.nat(1000),
  status: fc.option(fc.constantFrom(204, 206, 302, 404, 500), { nil: undefined, freq: 9 }),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

const described = (bytes: Uint8Array, { lies: all }: Given): Uint8Array =>
  all.length === 0
    ? bytes
    : new TextEncoder().encode(JSON.stringify(liedTo(JSON.parse(new TextDecoder().decode(bytes)), all)) ?? 'null');

let hierarchies: readonly Files[] = [];
let now: Given | undefined;

const answerZarr = ({ url = '' }: IncomingMessage, response: ServerResponse, lie: Given): void => {
  const files = hierarchies[lie.which % hierarchies.length]!;
  const path = decodeURI(url).replace(/^\/zarr\/slide\.zarr\//, '');
  const bytes = files.get(path);
  if (bytes === undefined) return void response.writeHead(404).end();
  const names = [...files.keys()];
  const isDescription = /(zarr\.json|\.z\w+)$/.test(path);
  // One of the descriptions lies, and one of all the parts is damaged.
  const its = isDescription && lie.part % 3 === names.indexOf(path) % 3 ? described(bytes, lie) : bytes;
  const body = names.indexOf(path) % 4 === lie.part % 4 && !isDescription ? wounded(its, lie.wounds) : its;
  response.writeHead(isDescription || lie.status === undefined ? 200 : lie.status).end(body);
};

const answerDicom = (request: IncomingMessage, response: ServerResponse, lie: Given): void => {
  const instances = slide.map(({ data, frames }, k) => ({
    data: k === lie.part % 2 ? (liedTo(data, lie.lies) as Record<string, unknown>) : data,
    frames: frames.map((bytes, n) => (n % 4 === lie.part % 4 ? wounded(bytes, lie.wounds) : bytes)),
  }));
  if (lie.status !== undefined && request.url?.includes('frames')) return void response.writeHead(lie.status).end('x');
  dicomWeb(
    instances.filter(({ data }) => typeof data === 'object' && data !== null),
    [],
  )(request, response);
};

let server: Server | undefined;
const origin = async (): Promise<string> => {
  if (!server) {
    hierarchies = await zarr();
    server = createServer((request, response) => {
      const answer = request.url?.startsWith('/zarr/') ? answerZarr : answerDicom;
      try {
        answer(request, response, now!);
      } catch {
        // A path that is no path of a URL.
        response.writeHead(400).end();
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    Object.assign(patience, { pause: 0, tries: 2, silence: 4000 });
  }
  const at = server.address();
  return `http://127.0.0.1:${typeof at === 'object' ? at?.port : at}`;
};

const lookAtImage = async (url: string): Promise<void> => {
  const image = await open({ kind: 'url', url });
  try {
    for (const [level, size] of image.levels.entries()) {
      must(size.width >= 1 && size.height >= 1, 'a level without pixels');
      const rect = { x: 0, y: 0, width: Math.min(size.width, 64), height: Math.min(size.height, 64) };
      const { data, missing } = await image.region(rect, level);
      must(data.length === rect.width * rect.height * image.bands, `${data.length} samples`);
      must(missing === undefined || missing.length === rect.width * rect.height, 'missing');
    }
  } finally {
    image.close();
  }
};

let file: Promise<Uint8Array> | undefined;
const lookAtContours = async (lie: Given): Promise<void> => {
  file ??= geobuf();
  const view = new ContourView();
  try {
    const bytes = wounded(await file, lie.wounds);
    await view.open(new Blob([bytes]), 'a.fgb');
    for (const [side, pixel] of [
      [400, 1],
      [60, 0.1],
      [1e9, 1e6],
    ] as const) {
      const seen = await view.look({ x0: 0, y0: 0, x1: side, y1: side }, pixel);
      if (seen.kind === 'boxes') must(seen.boxes.length % 4 === 0, 'a box that is cut');
      for (let piece = await view.next(); piece; piece = await view.next()) checkSound(piece.map(unpack));
    }
  } catch (error) {
    if (!isErrorData(error) || error.code === 'internal')
      throw error instanceof Error ? error : new Error(JSON.stringify(error));
  }
};

export const remotes = fuzzer(
  'remotes',
  given,
  async (lie) => {
    if (lie.kind === 'flatgeobuf') return lookAtContours(lie);
    const at = await origin();
    now = lie;
    const url = lie.kind === 'zarr' ? `${at}/zarr/slide.zarr` : `dicomweb:${at}/dicom/studies/1.2/series/3.4`;
    await outcomeOf(() => lookAtImage(url));
  },
  async () => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  },
);
