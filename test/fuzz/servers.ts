/** Servers that misbehave, differently at each request: the samples of one state of the file, or a coded error. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { patience } from '../../src/image/io/patience.js';
import { open } from '../../src/image/open.js';
import { sha1Of } from '../support/images/image-files.js';
import { greyTags, writeTiff } from '../support/images/tiff-writer.js';
import { type RangeRequest, sendRange } from '../support/servers/handler-server.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';

const [width, height, rows] = [256, 512, 16];
const file = (seed: number): Uint8Array => {
  const strips = height / rows;
  const tags = greyTags(width, height, [
    { tag: 273, type: 4, values: Array.from({ length: strips }, (_, k) => 8 + k * rows * width) },
    { tag: 278, type: 4, values: [rows] },
    { tag: 279, type: 4, values: Array.from({ length: strips }, () => rows * width) },
  ]);
  return writeTiff(
    [{ tags }],
    Uint8Array.from({ length: width * height }, (_, i) => (i * 37 + seed * 101) >> 5),
  );
};
const states = [file(0), file(1)] as const;
const rects = [
  { x: 0, y: 0, width, height: 20 },
  { x: 3, y: 400, width: 50, height: 100 },
];

const kinds = [
  'right',
  'early',
  'late',
  'short',
  'long',
  'whole',
  'status',
  'cut',
  'changed',
  'parts',
  'bare',
  'untold',
  'tagless',
] as const;
interface Manner {
  readonly kind: (typeof kinds)[number];
  readonly by: number;
}
const statuses = [200, 204, 206, 301, 400, 403, 404, 416, 429, 500, 503];

const answer = (asked: RangeRequest, { kind, by }: Manner): void => {
  const { response } = asked;
  const state = kind === 'changed' ? 1 : 0;
  const body = states[state];
  const headers: Record<string, string> = kind === 'tagless' ? {} : { ETag: `"${state}"` };
  const [first, last] = asked.range ?? [0, body.length - 1];
  if (asked.range === undefined || kind === 'whole') return void response.writeHead(200, headers).end(body);
  switch (kind) {
    case 'early':
      return void sendRange(asked, body, Math.max(0, first - by), last, headers);
    case 'late':
      return void sendRange(asked, body, first + by, last + by, headers);
    case 'short':
      return void sendRange(asked, body, first, Math.max(first, last - by * 16), headers);
    case 'long':
      return void sendRange(asked, body, first, last + by * 16, headers);
    case 'status':
      return void response.writeHead(statuses[by % statuses.length]!, headers).end('no');
    case 'cut':
      response.writeHead(206, {
        ...headers,
        'Content-Range': `bytes ${first}-${last}/${body.length}`,
        'Content-Length': last - first + 1,
      });
      response.write(body.subarray(first, first + by), () => response.destroy());
      return;
    case 'parts':
      return void sendRange(asked, body, first, last, {
        ...headers,
        'Content-Type': 'multipart/byteranges; boundary=x',
      });
    case 'bare':
      return void response.writeHead(206, headers).end(body.subarray(first, last + 1));
    case 'untold': {
      const end = Math.min(last, body.length - 1);
      response.writeHead(206, { ...headers, 'Content-Range': `bytes ${first}-${end}/*` });
      return void response.end(body.subarray(first, end + 1));
    }
    default:
      return void sendRange(asked, body, first, last, headers);
  }
};

let server: Server | undefined;
let manners: readonly Manner[] = [];
let asks = 0;

const address = async (name: string): Promise<string> => {
  if (!server) {
    server = createServer((request, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const range = from === undefined ? undefined : ([Number(from), Number(to)] as const);
      answer({ range, request, response }, manners[asks++ % manners.length]!);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    Object.assign(patience, { pause: 0, tries: 2, silence: 4000 });
  }
  const at = server.address();
  return `http://127.0.0.1:${typeof at === 'object' ? at?.port : at}/${name}`;
};

let truths: Promise<string[][]> | undefined;
const sha1s = async (spec: Parameters<typeof open>[0]): Promise<string[]> => {
  const image = await open(spec);
  const found: string[] = [];
  for (const rect of rects) found.push(sha1Of(await image.region(rect, 0)));
  image.close();
  return found;
};

export const servers = fuzzer(
  'servers',
  fc.record({
    manners: fc.array(fc.record({ kind: fc.constantFrom(...kinds), by: fc.nat(5000) }), { minLength: 1, maxLength: 6 }),
    name: fc.constantFrom('a.tif', '100%.tif', 'a.png', '%', 'é.tif', 'a b', 'x?y=1#z'),
  }),
  async (given) => {
    truths ??= Promise.all(states.map((bytes) => sha1s({ kind: 'blob', blob: new Blob([new Uint8Array(bytes)]) })));
    // A file that changes and whose server sometimes says nothing of it cannot be told from one that does not.
    const silent = given.manners.some(({ kind }) => kind === 'tagless');
    manners = given.manners.filter(({ kind }) => !silent || kind !== 'changed');
    asks = 0;
    const url = await address(given.name);
    const found = await outcomeOf(() => sha1s({ kind: 'url', url }));
    if (!found) return;
    must(
      (await truths).some((truth) => String(truth) === String(found)),
      'silently other samples',
    );
  },
  async () => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  },
);
