/** Damaged images: samples or a coded error, never samples that the whole file would not have given where that can be known. */
import fc from 'fast-check';
import { open } from '../../src/image/open.js';
import type { Samples } from '../../src/image/samples.js';
import { fileBytes, fixtures, sha1Of } from '../support/images/image-files.js';
import { niftiFile } from '../support/images/nifti-file.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { type Wound, wounded, wounds } from './wounds.js';

const corpus = new Map<string, Uint8Array<ArrayBuffer>>([
  ...[...new Set(fixtures.map(({ file }) => file))]
    .filter((file) => !/webp|\.dzi$/.test(file))
    .map((file) => [file, fileBytes(file)] as const),
  ['volume.nii', niftiFile()],
]);

interface Read {
  readonly size: string;
  /** Samples of the finest level. */
  readonly finest: Samples;
  /** Whether the image says that its file was cut, so that some samples count as no data. */
  readonly saysCut: boolean;
}

/** Opens and reads each level, a window of those that claim to be large. */
const read = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Read> => {
  const image = await open({ kind: 'blob', blob: new Blob([bytes]), name });
  try {
    const { width, height, bands, bits, levels, stack } = image;
    let finest: Samples | undefined;
    for (const [level, size] of levels.entries()) {
      const [across, down] = [Math.min(size.width, 300), Math.min(size.height, 300)];
      const rect = { x: size.width - across, y: size.height - down, width: across, height: down };
      const samples = await image.region(rect, level);
      must(samples.data.length === across * down * bands, `${samples.data.length} samples`);
      must(samples.missing === undefined || samples.missing.length === across * down, 'missing');
      finest ??= samples;
    }
    if (stack && width * height * stack.depth * bands < 2 ** 22) await stack.volume();
    const saysCut = image.notes?.some(({ code }) => code === 'file-cut') ?? false;
    return { size: `${width} × ${height} × ${bands} × ${bits}`, finest: finest!, saysCut };
  } finally {
    image.close();
  }
};

const sound = new Map<string, Promise<Read>>();
const soundOf = (file: string): Promise<Read> => {
  const known = sound.get(file) ?? read(corpus.get(file)!, file);
  sound.set(file, known);
  return known;
};

/** Every byte that samples depend on is under a checksum in PNG; and a file that was cut off has the right bytes as far as they go. */
const isKnown = (file: string, all: readonly Wound[]): boolean =>
  file.endsWith('.png') || all.every(({ kind }) => kind === 'cut');

/** Whether samples are those of the whole file, but for those that count as no data. */
const isPartOf = ({ data, missing, bands }: Samples, { data: all }: Samples): boolean =>
  data.every((value, at) => missing?.[Math.floor(at / bands)] === 1 || value === all[at]);

export const images = fuzzer(
  'images',
  fc.record({ file: fc.constantFrom(...corpus.keys()), wounds }),
  async ({ file, wounds: all }) => {
    const { size, finest } = await soundOf(file);
    const found = await outcomeOf(() => read(wounded(corpus.get(file)!, all), file));
    if (found === undefined || !isKnown(file, all)) return;
    // A page, a channel or a level less may be left, but none with other samples.
    if (found.size !== size) return;
    const same = found.saysCut ? isPartOf(found.finest, finest) : sha1Of(found.finest) === sha1Of(finest);
    must(same, 'silently other samples');
  },
);
