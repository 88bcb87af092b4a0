/** Descriptors of images as texts: an image or a coded error. */
import fc from 'fast-check';
import { parseDzi } from '../../src/image/formats/dzi-source.js';
import { parseIiif } from '../../src/image/formats/iiif-source.js';
import { omePixels } from '../../src/image/formats/tiff/ome.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';

const odd = { toString: 1, valueOf: 1 };
const value = fc.oneof(
  fc.constantFrom<unknown>(
    odd,
    null,
    true,
    -1,
    0,
    2 ** 31,
    1e99,
    '',
    '256',
    'png',
    '../x',
    'http://[bad',
    [[[[]]]],
    {},
  ),
  fc.anything({ maxDepth: 2 }),
);
const iiifKeys = [
  '@context',
  'id',
  '@id',
  'width',
  'height',
  'tiles',
  'profile',
  'extraFeatures',
  'extraFormats',
  'preferredFormats',
];
const dziKeys = ['TileSize', 'Overlap', 'Format', 'Width', 'Height', 'Size', 'xmlns'];
const members = (keys: readonly string[]) => fc.array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 4 });
const json = (data: unknown): string =>
  JSON.stringify(data, (_, entry: unknown) => (typeof entry === 'bigint' ? String(entry) : entry)) ?? 'null';
const iiif = { '@context': 'http://iiif.io/api/image/3/context.json', id: 'http://h/i', width: 9, height: 9 };
const dzi = { TileSize: 256, Overlap: 1, Format: 'png', Size: { Width: 9, Height: 9 } };
const snippet = fc.constantFrom(
  '<',
  '>',
  '/>',
  '"',
  "'",
  '=',
  ' ',
  '&',
  '&lt;',
  '<!--',
  '-->',
  '<![CDATA[',
  '<?',
  'Image',
  'Size',
  'Pixels',
  ' TileSize="254"',
  ' Width="9"',
  ' Height="9"',
  ' Overlap="0"',
  ' Format="png"',
  '<Image',
  '<Size',
  '</Image>',
  'a:',
  'é',
  '\u0000',
);

export const descriptors = fuzzer(
  'descriptors',
  fc.record({
    iiif: members(iiifKeys),
    dzi: members(dziKeys),
    xml: fc.array(snippet, { maxLength: 30 }),
    depth: fc.nat(3000),
  }),
  async (given) => {
    const info = await outcomeOf(() =>
      parseIiif(json({ ...iiif, ...Object.fromEntries(given.iiif) }), 'http://h/i/info.json', 'x'),
    );
    if (info)
      must(
        [info.width, info.height, info.tileWidth, info.tileHeight].every((n) => Number.isSafeInteger(n) && n > 0),
        'sizes',
      );
    const described = await outcomeOf(() =>
      parseDzi(json({ Image: { ...dzi, ...Object.fromEntries(given.dzi) } }), 'x'),
    );
    if (described) must(described.width > 0 && described.tileSize > 0 && /^\w+$/.test(described.format), 'sizes');
    const xml = given.xml.join('');
    await outcomeOf(() => parseDzi(`<Image${xml}`, 'x'));
    await outcomeOf(() =>
      parseDzi(`<Image TileSize="254" Overlap="1" Format="png"><Size Width="3" Height="3"/>${xml}</Image>`, 'x'),
    );
    omePixels(`<OME>${'<a>'.repeat(given.depth)}${xml}`);
  },
);
