import type { FieldTable } from './field-table.js';

/** Titles and descriptions in English are those of the schemas, but for those that name values as programs do. */
export const englishFields: FieldTable = {
  algorithms: {},
  parameters: {
    preset: {
      choices: {
        standard: ['Standard', 'For every image.'],
        paper: ['As in the paper', 'To repeat published results: no prior of the box, no pruning.'],
      },
    },
    channel: { about: 'What the algorithm goes by: brightness, colours, stains or decibels.' },
    model: {
      about:
        'How the samples of a region are distributed. Automatic compares the models and takes the one that describes the image best; where neighbouring pixels are alike it takes One variance.',
      choices: {
        auto: ['Automatic', 'Tries the models on the image and takes the one that describes it best. Begin with it.'],
        common: [
          'One variance',
          'For photographs, stained tissue and microscopy, where neighbouring pixels are alike.',
        ],
        gaussian: ['Two variances', 'For objects that are rougher or smoother than their surroundings.'],
        poisson: ['Photon counts', 'For dim microscopy and other images that count photons.'],
        gamma: ['Speckle', 'For radar intensity; set Looks to the number of looks.'],
        exponential: ['Single-look speckle', 'For radar intensity of a single look.'],
        rayleigh: ['Speckle amplitude', 'For radar amplitude and ultrasound.'],
        bernoulli: ['Two values', 'For masks and other images of two values.'],
        categorical: [
          'Mixture of colours',
          'For objects of several colours or textures: compares how often each value occurs.',
        ],
      },
    },
    polarity: {
      choices: {
        any: ['Either', 'When you do not know.'],
        brighter: ['Brighter', 'When objects are brighter than what surrounds them.'],
        darker: ['Darker', 'When objects are darker than what surrounds them.'],
      },
    },
    tables: {
      choices: {
        strided: ['Some columns', 'For every image.'],
        dense: ['Every column', 'As in the paper; takes more memory.'],
      },
    },
    speed: {
      about:
        'The rule that moves the front. Automatic takes Two variances where pixels are independent of their neighbours, One variance where they are alike.',
      choices: {
        auto: ['Automatic', 'Looks at the samples and takes one of the next two. Begin with it.'],
        gaussian: ['Two variances', 'For objects that are rougher or smoother than their surroundings.'],
        common: ['One variance', 'For photographs, tissue and tomography, where neighbouring pixels are alike.'],
        'chan-vese': ['Nearer mean', 'For objects of an even brightness on an even background.'],
        gamma: ['Speckle', 'For radar intensity.'],
        range: ['Intensity range', 'When you know the intensities of the object; enter them under Intensity range.'],
      },
    },
    range: {
      about:
        'For the speed Intensity range: lower and upper bound of each band; samples must lie between them. If empty, the bounds are the lower quartile and the 99.5 % quantile of the start.',
    },
    'level-set.form': {
      choices: {
        sequential: ['Sequential', 'The reference.'],
        'proposal-1': ['Proposal 1', 'Tiles side by side; for comparison with the paper.'],
        'proposal-2': ['Proposal 2', 'Tiles side by side; for comparison with the paper.'],
      },
    },
    'linear-features.polarity': {
      choices: {
        bright: ['Bright', 'For bright lines on a darker background.'],
        dark: ['Dark', 'For dark lines on a brighter background, such as vessels of a retina.'],
      },
    },
    'linear-features.form': {
      choices: {
        combined: ['Two kernels', 'Faster.'],
        separate: ['One kernel a step', 'As in the paper.'],
      },
    },
    output: {
      choices: {
        lines: ['Single lines', 'To count, classify or delete lines one by one.'],
        network: ['Whole network', 'When the network as a whole is the object.'],
      },
    },
  },
  channels: {
    auto: 'Automatic',
    luminance: 'Brightness',
    principal: 'All bands, decorrelated',
    bands: 'All bands, as stored',
    palette: 'Palette of {number} values',
    red: 'Red',
    green: 'Green',
    blue: 'Blue',
    'optical-density': 'Optical density',
    hematoxylin: 'Hematoxylin',
    eosin: 'Eosin',
    dab: 'DAB',
    band: 'Band {number}',
    ratio: 'Band {number} over band {other}',
    db: 'Decibels',
  },
  measurements: { Nodes: 'Vertices' },
};
