/** Channels that are pages of their own: OME-TIFF and ImageJ keep fluorescence so. */
import type { Directory } from './directory.js';
import { readLayout } from './layout.js';
import { omePixels } from './ome.js';
import { tags } from './tags.js';

const MOST_CHANNELS = 64;

/**
 * The pages of the first focus and time, one a channel; just the first page where the file says nothing of channels,
 * or its pages do not bear it out.
 */
export const channelPages = async (
  pages: readonly Directory[],
  signal?: AbortSignal,
): Promise<readonly Directory[]> => {
  const [main] = pages;
  const description = (await main!.text(tags.ImageDescription, signal)) ?? '';
  const numbers = omeChannels(description) ?? imagejChannels(description) ?? [0];
  const found = numbers.map((number) => pages[number]);
  const present = found.filter((page) => page !== undefined);
  if (numbers.length < 2 || numbers.length > MOST_CHANNELS || present.length < numbers.length) return [main!];
  const layouts = await Promise.all(present.map((page) => readLayout(page, signal)));
  const first = layouts[0]!;
  const alike = layouts.every(
    ({ width, height, bits, format, stored }) =>
      stored === 1 &&
      width === first.width &&
      height === first.height &&
      bits === first.bits &&
      format === first.format,
  );
  return alike ? present : [main!];
};

/** Page numbers of the channels, by the order of the dimensions (OME data model, `DimensionOrder`). */
const omeChannels = (xml: string): number[] | undefined => {
  const pixels = omePixels(xml);
  if (pixels === undefined) return undefined;
  const order = pixels.DimensionOrder ?? 'XYCZT';
  const before = order.slice(2, order.indexOf('C')).split('');
  const stride = before.reduce((product, axis) => product * Number(pixels[`Size${axis}`] ?? 1), 1);
  return every(Number(pixels.SizeC ?? 1), stride);
};

const imagejChannels = (description: string): number[] | undefined =>
  description.startsWith('ImageJ=') ? every(Number(/^channels=(\d+)$/m.exec(description)?.[1] ?? 1), 1) : undefined;

const every = (count: number, stride: number): number[] =>
  count >= 1 && count <= MOST_CHANNELS && stride >= 1 ? Array.from({ length: count }, (_, c) => c * stride) : [0];
