/** Slides of scanners, each a file of its own format: seen, and a contour found in them. */
import { expect } from '@open-wc/testing';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { greyTags, writeTiff } from '../../support/images/tiff-writer.js';
import { mount, saidBy, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const folder = '/test/data/images';

const fileAt = async (name: string): Promise<File> => new File([await (await fetch(`${folder}/${name}`)).blob()], name);

const dropped = async (element: SnakeSegmenter, file: File): Promise<void> => {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const base = element.shadowRoot!.querySelector('.base')!;
  for (const type of ['dragover', 'drop'])
    base.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  await element.ready;
};

/** A box round a dark spot of the waves that each of these files shows. */
const spots = {
  'slide.ndpi': { x: 420, y: 40, width: 300, height: 240 },
  'mosaic-zstd1.czi': { x: 14, y: 34, width: 36, height: 34 },
} as const;

describe('the slide of a scanner', () => {
  afterEach(unmountAll);

  for (const [name, box] of Object.entries(spots))
    it(`is seen and segmented by its address and dropped as a file: ${name}`, async () => {
      const found: unknown[] = [];
      for (const isDropped of [false, true]) {
        const element = await mount({ backend: 'cpu', ...(isDropped ? {} : { src: `${folder}/${name}` }) });
        if (isDropped) await dropped(element, await fileAt(name));
        await element.ready;
        expect(element.image?.name).to.equal(name);
        expect(element.viewer?.world.getItemCount()).to.equal(1);
        const { geometry } = await element.segment(box);
        expect(JSON.stringify(geometry).length).to.be.greaterThan(80);
        found.push(geometry);
        unmountAll();
      }
      expect(found[1]).to.deep.equal(found[0]);
    });

  it('has a pixel size out of its metadata, so that measurements are in µm', async () => {
    const element = await mount({ backend: 'cpu', src: `${folder}/mosaic-zstd1.czi` });
    await element.ready;
    expect(element.image?.placement).to.deep.include({ pixelWidth: 0.22, unit: 'µm' });
  });

  it('says in the status line that its samples are rounded', async () => {
    const size = { tag: 279, type: 4, values: [4096] } as const;
    const tags = greyTags(32, 32, [{ tag: 258, type: 3, values: [32] }, size]);
    const src = new File([writeTiff([{ tags }], new Uint8Array(4096))], 'counts.tif');
    for (const [lang, words] of [
      ['en', 'counts.tif: its samples (uint32) are read as 32-bit floats'],
      ['fr', 'counts.tif\u00a0: ses valeurs (uint32) sont lues comme des flottants de 32 bits'],
    ] as const) {
      const element = await mount({ backend: 'cpu', lang, src });
      await element.ready;
      const status = (): string => saidBy(element);
      await waitUntil(() => status().includes(words), words);
      expect(element.image?.notes?.[0]?.code).to.equal('samples-rounded');
      unmountAll();
    }
  });
});
