/** The images one may choose, with a box for those who want to see it done first. */

export interface DemoImage {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly src: string;
  readonly thumbnail: string;
  /** Around one object, in full-resolution pixels. */
  readonly example: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** What to draw a box round. */
  readonly advice: string;
}

export const images: readonly [DemoImage, ...DemoImage[]] = [
  {
    id: 'tissue',
    title: 'Tissue, H&E',
    about: 'Whole-slide crop, colour, SVS',
    src: 'images/CMU-1-Small-Region.svs',
    thumbnail: 'thumbnails/tissue.webp',
    example: { x: 1010, y: 1236, width: 60, height: 60 },
    advice: 'Zoom in and draw a box round a nucleus, or round a whole gland.',
  },
  {
    id: 'nuclei',
    title: 'Nuclei, fluorescence',
    about: 'Microscopy, 16 bits, TIFF',
    src: 'images/fluo_nuclei.tif',
    thumbnail: 'thumbnails/nuclei.webp',
    example: { x: 440, y: 295, width: 50, height: 34 },
    advice: 'Draw a box round one bright nucleus.',
  },
  {
    id: 'flood',
    title: 'Flooded land, radar',
    about: 'Sentinel-1 VV, 16 bits, TIFF',
    src: 'images/s1_spain_vv.tif',
    thumbnail: 'thumbnails/flood.webp',
    example: { x: 428, y: 120, width: 84, height: 130 },
    advice: 'Draw a box round a dark parcel of water.',
  },
  {
    id: 'lakes',
    title: 'Lakes, synthetic radar',
    about: '8192 × 8192 pixels, deep zoom',
    src: 'pyramid/lakes.dzi',
    thumbnail: 'thumbnails/lakes.webp',
    example: { x: 2160, y: 720, width: 2800, height: 1480 },
    advice: 'Draw a box round a lake; zoom in for a small one.',
  },
  {
    id: 'glacier',
    title: 'Glacier front, Landsat',
    about: 'Panchromatic, 8 bits, PNG',
    src: 'images/front_LC08_L1TP_233013_20150707.png',
    thumbnail: 'thumbnails/glacier.webp',
    example: { x: 10, y: 10, width: 180, height: 140 },
    advice: 'Draw a box round the ice above the calving front.',
  },
];
