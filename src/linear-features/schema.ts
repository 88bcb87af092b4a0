import type { AlgorithmSchema, Parameters } from '../algorithm/algorithm.js';
import { channelParameter } from '../algorithm/channel-parameter.js';
import { SegmenterError, show } from '../core/errors.js';
import { because, type Told } from '../core/reasons.js';
import type { LineFilter } from './network/network.js';
import type { DetectorOptions } from './response/detector.js';
import { detectorForms } from './response/forms.js';
import type { LinePolarity } from './response/pack.js';

const outputs = ['lines', 'network'] as const;
const polarities = ['bright', 'dark'] as const;

/** Parameters of the line detector; the panel and the checks read it. */
export const schema: AlgorithmSchema = {
  type: 'object',
  properties: {
    channel: channelParameter('Where lines are sought', { default: 'luminance', planes: false, codes: false }),
    polarity: {
      type: 'string',
      title: 'Lines are',
      description: 'Bright lines on a darker background, or dark lines on a brighter one.',
      default: 'bright',
      enum: polarities,
    },
    scales: {
      type: 'integer',
      title: 'Scales',
      description: 'Number of scales, each half as fine as the one before: more of them find wider lines.',
      default: 2,
      minimum: 1,
      maximum: 4,
    },
    orientations: {
      type: 'integer',
      title: 'Orientations (K)',
      description: 'Number of directions of the windows laid across a line.',
      default: 8,
      minimum: 1,
      maximum: 16,
    },
    primaryWindow: {
      type: 'integer',
      title: 'Primary window (h₁)',
      description: 'Pixels on either side over which a line is the maximum: about twice the width of the widest line.',
      default: 9,
      minimum: 1,
      maximum: 15,
    },
    secondaryWindow: {
      type: 'integer',
      title: 'Secondary window (h₂)',
      description: 'The same for weaker lines close to a strong one; at most the primary window.',
      default: 3,
      minimum: 1,
      maximum: 15,
    },
    contrast: {
      type: 'number',
      title: 'Least contrast (T)',
      description:
        'Least contrast of a line to both of its sides, in standard deviations of the noise, which is measured.',
      default: 1,
      minimum: 0,
      maximum: 1000,
    },
    symmetry: {
      type: 'number',
      title: 'Symmetry (ρ)',
      description: 'Least ratio of the contrasts to the two sides: 0 takes the edges of areas too, 1 almost nothing.',
      default: 0.5,
      minimum: 0,
      maximum: 1,
    },
    high: {
      type: 'number',
      title: 'High threshold',
      description: 'A piece of line is kept if one of its points is this strong, in multiples of the clutter.',
      default: 4,
      minimum: 0,
      maximum: 1000,
      live: true,
    },
    low: {
      type: 'number',
      title: 'Low threshold',
      description: 'A piece of line goes on while it is this strong, in multiples of the clutter.',
      default: 3,
      minimum: 0,
      maximum: 1000,
      live: true,
    },
    minLength: {
      type: 'integer',
      title: 'Least length',
      description: 'Shorter pieces, in pixels of the level, are dropped before gaps are linked.',
      default: 12,
      minimum: 1,
      maximum: 100000,
      live: true,
    },
    gap: {
      type: 'integer',
      title: 'Longest gap',
      description:
        'Longest gap across which the end of a line is linked to another line, in pixels of the level; 0 links none.',
      default: 12,
      minimum: 0,
      maximum: 64,
      live: true,
    },
    gapCost: {
      type: 'number',
      title: 'Cost of a link',
      description: 'Highest cost of a link, from 0 (as strong as a line all the way) to 1 (any link).',
      default: 0.6,
      minimum: 0,
      maximum: 1,
      advanced: true,
      live: true,
    },
    spur: {
      type: 'integer',
      title: 'Shortest branch',
      description: 'Free branches of fewer pixels are cut off; 0 keeps all.',
      default: 6,
      minimum: 0,
      maximum: 1000,
      advanced: true,
      live: true,
    },
    widthReach: {
      type: 'number',
      title: 'Half of the widest line',
      description:
        'Distance from its middle within which the edge of a line is sought, in pixels of the level; 0 chooses it by the scales.',
      default: 0,
      minimum: 0,
      maximum: 64,
      advanced: true,
      live: true,
    },
    strip: {
      type: 'integer',
      title: 'Strip',
      description: 'Pixels along a line, on either side of its point, over which its strength is averaged.',
      default: 3,
      minimum: 0,
      maximum: 7,
      advanced: true,
    },
    distance: {
      type: 'integer',
      title: 'Distance of the background',
      description: 'Distance from the middle of a line to the background with which it is compared, in pixels.',
      default: 3,
      minimum: 1,
      maximum: 8,
      advanced: true,
    },
    form: {
      type: 'string',
      title: 'Kernels',
      description:
        'The four steps in two kernels, or one kernel for each step as in the paper, which is slower. The lines are the same.',
      default: 'combined',
      enum: detectorForms,
      advanced: true,
    },
    simplify: {
      type: 'number',
      title: 'Simplify',
      description: 'Largest distance of a polyline from the line as measured, in pixels of the level.',
      default: 0.25,
      minimum: 0,
      maximum: 100,
      advanced: true,
      live: true,
    },
    output: {
      type: 'string',
      title: 'Result',
      description: 'One object for each line, or a single one for the whole network.',
      default: 'lines',
      enum: outputs,
      live: true,
    },
    tile: {
      type: 'integer',
      title: 'Tile',
      description: 'Side of a tile, in pixels of the level. It changes memory and progress, never the result.',
      default: 2048,
      minimum: 64,
      maximum: 4096,
      advanced: true,
    },
    keepResponse: {
      type: 'boolean',
      title: 'Keep the response',
      description: 'Adds the strength and orientation of every pixel to the result, for plots.',
      default: false,
      advanced: true,
    },
  },
};

/** Parameters that the kernels depend on: two runs with the same values share their response. */
export interface DetectionParameters {
  readonly channel: string;
  readonly polarity: LinePolarity;
  readonly scales: number;
  readonly orientations: number;
  readonly primary: number;
  readonly secondary: number;
  readonly contrast: number;
  readonly ratio: number;
  readonly reach: number;
  readonly distance: number;
  readonly form: DetectorOptions['form'];
}

/** The line detector's parameters, checked. */
export interface LineParameters {
  readonly detection: DetectionParameters;
  readonly filter: LineFilter;
  readonly simplify: number;
  readonly output: (typeof outputs)[number];
  readonly tile: number;
  readonly keepResponse: boolean;
}

/** Reads parameters already checked against the schema. Throws `bad-parameter` for combinations that the schema's bounds do not exclude. */
export const readParameters = (given: Parameters): LineParameters => {
  const of = (name: string): unknown => given[name] ?? schema.properties[name]!.default;
  const number = (name: string): number => Number(of(name));
  const bad = (name: string, wanted: Told): SegmenterError =>
    new SegmenterError('bad-parameter', { name, value: show(of(name)), wanted });
  const scales = number('scales');
  if (number('secondaryWindow') > number('primaryWindow')) {
    throw bad(
      'secondaryWindow',
      because('at-most-window')`it must be at most the primary window, ${number('primaryWindow')}`,
    );
  }
  if (number('low') > number('high'))
    throw bad('low', because('at-most-high')`it must be at most the high threshold, ${number('high')}`);
  return {
    detection: {
      channel: String(of('channel')),
      polarity: polarities.find((name) => name === of('polarity')) ?? 'bright',
      scales,
      orientations: number('orientations'),
      primary: number('primaryWindow'),
      secondary: number('secondaryWindow'),
      contrast: number('contrast'),
      ratio: number('symmetry'),
      reach: number('strip'),
      distance: number('distance'),
      form: detectorForms.find((name) => name === of('form')) ?? 'combined',
    },
    filter: {
      high: number('high'),
      low: number('low'),
      minLength: number('minLength'),
      gap: number('gap'),
      gapCost: number('gapCost'),
      spur: number('spur'),
      widthReach: number('widthReach') || 3.5 * 2 ** (scales - 1),
    },
    simplify: number('simplify'),
    output: outputs.find((name) => name === of('output')) ?? 'lines',
    tile: number('tile'),
    keepResponse: of('keepResponse') === true,
  };
};
