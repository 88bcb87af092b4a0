import type { Rect } from '../src/core/geometry/rect.js';

export interface DemoImage {
  /** Its texts are named by it: `nucleiTitle`, `nucleiAbout`, `nucleiAdvice`. */
  readonly id: 'tissue' | 'nuclei' | 'flood' | 'lakes' | 'glacier' | 'brain' | 'vessels';
  readonly src: string;
  readonly thumbnail: string;
  /** Boxes round objects, in full-resolution pixels. */
  readonly examples: readonly [Rect, ...Rect[]];
  /** The channel that suits it, where the default does not: speckle is even in decibels. */
  readonly channel?: string;
  /** The algorithm that suits it, where that is not the snake. */
  readonly algorithm?: string;
  /** Other parameters of it that suit better than their defaults. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
}

export const images: readonly [DemoImage, ...DemoImage[]] = [
  {
    id: 'tissue',
    src: 'images/CMU-1-Small-Region.svs',
    thumbnail: 'thumbnails/tissue.webp',
    examples: [
      { x: 1187, y: 923, width: 30, height: 30 },
      { x: 1144, y: 914, width: 30, height: 30 },
      { x: 1118, y: 963, width: 28, height: 28 },
      { x: 1140, y: 980, width: 30, height: 30 },
      { x: 1215, y: 978, width: 28, height: 28 },
      { x: 1140, y: 945, width: 28, height: 28 },
      { x: 1214, y: 904, width: 26, height: 26 },
      { x: 1174, y: 1009, width: 30, height: 30 },
    ],
  },
  {
    id: 'nuclei',
    src: 'images/fluo_nuclei.tif',
    thumbnail: 'thumbnails/nuclei.webp',
    examples: [
      { x: 440, y: 295, width: 50, height: 34 },
      { x: 144, y: 320, width: 46, height: 35 },
      { x: 171, y: 210, width: 46, height: 34 },
      { x: 358, y: 425, width: 33, height: 43 },
    ],
  },
  {
    id: 'flood',
    src: 'images/s1_spain_vv.tif',
    thumbnail: 'thumbnails/flood.webp',
    examples: [{ x: 437, y: 135, width: 75, height: 94 }],
    channel: 'db',
  },
  {
    id: 'lakes',
    src: 'pyramid/lakes.dzi',
    thumbnail: 'thumbnails/lakes.webp',
    examples: [{ x: 6620, y: 1240, width: 860, height: 1200 }],
  },
  {
    id: 'glacier',
    src: 'images/front_LC08_L1TP_233013_20150707.png',
    thumbnail: 'thumbnails/glacier.webp',
    examples: [{ x: 40, y: 2, width: 132, height: 242 }],
  },
  {
    id: 'brain',
    src: 'images/icbm152_t1_2mm.nii.gz',
    thumbnail: 'thumbnails/brain.webp',
    examples: [{ x: 25, y: 30, width: 45, height: 55 }],
    algorithm: 'level-set',
    parameters: { confine: false },
  },
  {
    id: 'vessels',
    src: 'images/retina.jpg',
    thumbnail: 'thumbnails/vessels.webp',
    examples: [{ x: 180, y: 180, width: 1050, height: 1050 }],
    algorithm: 'linear-features',
    channel: 'green',
    parameters: { polarity: 'dark' },
  },
];
