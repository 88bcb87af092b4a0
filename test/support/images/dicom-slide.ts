/** A DICOMweb server of one series of a whole slide, made for the test: metadata as JSON, frames as parts of multipart answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export const SLIDE = '1.2.840.10008.5.1.4.1.1.77.1.6';

type Values = readonly (number | string | object)[];
const element = (vr: string, ...Value: Values): object => ({ vr, Value });

export interface LevelSpec {
  readonly width: number;
  readonly height: number;
  readonly tile: readonly [width: number, height: number];
  /** The bytes of a frame of an optical path; none where the slide has no data there. */
  readonly frame: (column: number, row: number, path: number) => Uint8Array | undefined;
  readonly paths?: number;
  readonly sparse?: boolean;
  readonly samples?: 1 | 3;
  readonly bits?: 8 | 16;
  readonly photometric?: string;
  readonly spacing?: readonly [down: number, across: number];
  readonly kind?: string;
  readonly sopClass?: string;
}

export interface Instance {
  readonly data: Readonly<Record<string, unknown>>;
  readonly frames: readonly Uint8Array[];
}

/** An instance with the frames of a level, all of them in order or each with its place. */
export const instanceOf = (uid: string, spec: LevelSpec): Instance => {
  const { width, height, tile, paths = 1, sparse = false, samples = 1, bits = 8, photometric = 'MONOCHROME2' } = spec;
  const { spacing = [0.0005, 0.00025], kind = 'VOLUME', sopClass = SLIDE } = spec;
  const frames: Uint8Array[] = [];
  const places: object[] = [];
  for (let path = 0; path < paths; path++)
    for (let row = 0; row * tile[1] < height; row++)
      for (let column = 0; column * tile[0] < width; column++) {
        const bytes = spec.frame(column, row, path);
        if (bytes === undefined) continue;
        frames.push(bytes);
        places.push({
          '0048021A': element('SQ', {
            '0048021E': element('SL', column * tile[0] + 1),
            '0048021F': element('SL', row * tile[1] + 1),
          }),
          '00480207': element('SQ', { '00480106': element('SH', `path ${path}`) }),
        });
      }
  const data = {
    '00080008': element('CS', 'DERIVED', 'PRIMARY', kind, 'RESAMPLED'),
    '00080016': element('UI', sopClass),
    '00080018': element('UI', uid),
    '00080060': element('CS', 'SM'),
    '0008103E': element('LO', 'Biopsy'),
    '00100010': element('PN', { Alphabetic: 'Doe^Jane' }),
    '00100020': element('LO', 'P7'),
    '0020000D': element('UI', '1.2'),
    '0020000E': element('UI', '3.4'),
    '00200052': element('UI', '5.6'),
    '00280002': element('US', samples),
    '00280004': element('CS', photometric),
    '00280006': element('US', 0),
    '00280008': element('IS', String(frames.length)),
    '00280010': element('US', tile[1]),
    '00280011': element('US', tile[0]),
    '00280100': element('US', bits),
    '00280103': element('US', 0),
    '00480008': element('SQ', { '0040072A': element('DS', 10), '0040073A': element('DS', 20.5) }),
    '00480102': element('DS', 0, -1, 0, -1, 0, 0),
    '00480006': element('UL', width),
    '00480007': element('UL', height),
    '00480105': element('SQ', ...Array.from({ length: paths }, (_, k) => ({ '00480106': element('SH', `path ${k}`) }))),
    '00209311': element('CS', sparse ? 'TILED_SPARSE' : 'TILED_FULL'),
    '52009229': element('SQ', { '00289110': element('SQ', { '00280030': element('DS', ...spacing) }) }),
    ...(sparse ? { '52009230': element('SQ', ...places) } : {}),
  };
  return { data, frames };
};

/** Answers requests for `/studies/1.2/series/3.4`; `types` collects what was accepted. */
export const dicomWeb =
  (instances: readonly Instance[], asked: string[] = []) =>
  ({ url = '', headers }: IncomingMessage, response: ServerResponse): void => {
    asked.push(url);
    const [, rest = ''] = /^\/dicom\/studies\/1\.2\/series\/3\.4\/([^?]*)/.exec(url) ?? [];
    if (rest === 'metadata' && headers.accept === 'application/dicom+json') {
      response.writeHead(200, { 'Content-Type': 'application/dicom+json' });
      response.end(JSON.stringify(instances.map(({ data }) => data)));
      return;
    }
    const [, uid, frame] = /^instances\/([\d.]+)\/frames\/(\d+)$/.exec(rest) ?? [];
    const instance = instances.find(({ data }) => JSON.stringify(data['00080018'] ?? null).includes(`"${uid}"`));
    const bytes = instance?.frames[Number(frame) - 1];
    if (bytes === undefined || !headers.accept?.includes('multipart/related')) {
      response.writeHead(404).end();
      return;
    }
    const type = 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': `multipart/related; type="${type}"; boundary=frame7` });
    response.write(`--frame7\r\nContent-Type: ${type}\r\n\r\n`);
    response.write(bytes);
    response.end('\r\n--frame7--\r\n');
  };
