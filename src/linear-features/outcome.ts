/** The conversion of a network in pixels of a level to contours, measurements and a graph in full-resolution pixels. */

import type { Outcome } from '../algorithm/algorithm.js';
import { errorTexts, fill } from '../core/errors.js';
import type { Position, Ring } from '../core/geometry/ring.js';
import { lazy } from '../core/lazy.js';
import { because, type Reason } from '../core/reasons.js';
import type { Placement } from '../image/samples.js';
import { type Columns, columnsOf, type LineFrame, measuredLine, orderOf, positionsOf, widthsOf } from './columns.js';
import type { Network } from './network/network.js';

/** Options of the contours: the tolerance of simplification in pixels, and whether lines are separate or one network. */
export interface OutcomeOptions {
  readonly simplify: number;
  readonly output: 'lines' | 'network';
}

/** The outcome, and its display. */
export interface Shown {
  readonly outcome: Outcome;
  /** All lines as flat rings, and the number of their points. */
  readonly rings: () => readonly Ring[];
  readonly count: number;
  readonly points: number;
}

/**
 * The contours, strongest and longest lines first. The result is complete even where a limit was met: see `warnings`. The data of a line
 * are made when first read.
 */
export const outcomeOf = (
  network: Network,
  frame: LineFrame,
  { simplify, output }: OutcomeOptions,
  metadata: Readonly<Record<string, string>>,
): Shown => {
  const columns = columnsOf(network.lines, frame, simplify);
  const { count, starts, points, nodes } = columns;
  const { degrees, links } = network;
  const totals = totalsOf(columns, degrees, frame);
  const warnings = warningsOf(network);
  const order = [...orderOf(columns)];
  const lines = lazy(() => order.map((i) => measuredLine(columns, i)));
  const ends = lazy(() => Array.from(degrees, (degree, i) => ({ x: nodes[2 * i]!, y: nodes[2 * i + 1]!, degree })));
  const real = realSize(frame.placement);
  const outcome: Outcome = {
    contours:
      output === 'network'
        ? networkContour(columns, order, totals)
        : order.map((i) => new LineContour(columns, i, real)),
    metadata: { ...metadata, ...(warnings.length > 0 && { warnings: JSON.stringify(warnings) }) },
    details: {
      totals,
      get nodes() {
        return ends();
      },
      get lines() {
        return lines();
      },
      links,
      warnings,
    },
  };
  const rings = lazy(() => order.map((i) => Array.from(points.subarray(2 * starts[i]!, 2 * starts[i + 1]!))));
  return { outcome, rings, count, points: points.length / 2 };
};

type Contour = Outcome['contours'][number];

/** A line, whose data are made when first read, also through a host's proxy. A class, since an object with accessors takes a hundred times as long to make. */
class LineContour implements Contour {
  private made: Contour['geometry'] | undefined;

  constructor(
    private readonly columns: Columns,
    private readonly line: number,
    private readonly real: ReturnType<typeof realSize>,
  ) {}

  get geometry(): Contour['geometry'] {
    this.made ??= lineGeometry(this.columns, this.line);
    return this.made;
  }

  get measurements(): Record<string, number> {
    const { columns, line, real } = this;
    const width = columns.width[line]!;
    return {
      'Width px': width,
      ...(real && { [`Width ${real.unit}`]: width * real.size }),
      Strength: columns.strength[line]!,
    };
  }

  get metadata(): Record<string, string> {
    return { widths: JSON.stringify(widthsOf(this.columns, this.line).map(tidy)) };
  }
}

const lineGeometry = (columns: Columns, line: number): Contour['geometry'] => {
  let coordinates: readonly Position[] | undefined;
  return {
    type: 'LineString',
    get coordinates() {
      coordinates ??= positionsOf(columns, line);
      return coordinates;
    },
    // A host may modify the contour.
    set coordinates(value) {
      coordinates = value;
    },
  };
};

const networkContour = (
  columns: Columns,
  order: readonly number[],
  totals: Readonly<Record<string, number>>,
): Contour[] =>
  order.length === 0
    ? []
    : [
        {
          geometry: { type: 'MultiLineString', coordinates: order.map((i) => positionsOf(columns, i)) },
          measurements: totals,
          metadata: { widths: JSON.stringify(order.map((i) => widthsOf(columns, i).map(tidy))) },
        },
      ];

const tidy = (width: number): number => Math.round(width * 100) / 100;

/** Lengths and widths in pixels, and also in the unit of the image if it is known and pixels are square. */
const totalsOf = (
  { length, width }: Columns,
  degrees: Int32Array,
  frame: LineFrame,
): Readonly<Record<string, number>> => {
  const total = length.reduce((sum, own) => sum + own, 0);
  const area = frame.width * frame.height * frame.scaleX * frame.scaleY;
  const mean = total > 0 ? width.reduce((sum, own, i) => sum + own * length[i]!, 0) / total : 0;
  const real = realSize(frame.placement);
  return {
    'Total length px': total,
    ...(real && { [`Total length ${real.unit}`]: total * real.size }),
    'Mean width px': mean,
    ...(real && { [`Mean width ${real.unit}`]: mean * real.size }),
    'Density px/px^2': total / area,
    ...(real && { [`Density ${real.unit}/${real.unit}^2`]: total / area / real.size }),
    Branches: length.length,
    Junctions: degrees.filter((degree) => degree > 2).length,
    'Free ends': degrees.filter((degree) => degree === 1).length,
  };
};

const realSize = (placement: Placement | undefined): { readonly unit: string; readonly size: number } | undefined => {
  if (!placement || placement.unit === 'degree') return undefined;
  const { pixelWidth, pixelHeight, unit } = placement;
  return { unit, size: Math.sqrt(Math.abs(pixelWidth * pixelHeight)) };
};

/** Warnings have codes like errors, but do not end the run. */
const warningsOf = ({ pixelsLeft, endsLeft }: Network): { readonly code: string; readonly message: string }[] => {
  const warning = (what: Reason, count: number) => {
    const code = 'too-many-lines';
    return { code, message: fill(errorTexts[code], { what: what.text, count }) };
  };
  return [
    ...(pixelsLeft > 0 ? [warning(because('pixels-passing')`pixels that pass the thresholds`, pixelsLeft)] : []),
    ...(endsLeft > 0 ? [warning(because('ends-of-lines')`ends of lines`, endsLeft)] : []),
  ];
};
