/** The conversion of a network in pixels of a level to contours, measurements and a graph in full-resolution pixels. */

import type { Outcome } from '../algorithm/algorithm.js';
import { errorTexts, fill } from '../core/errors.js';
import type { Position } from '../core/ring.js';
import type { Placement } from '../image/samples.js';
import type { Line, Network } from './network/network.js';
import { lengthOf, simplified } from './network/polyline.js';

/** The position of a region: its corner in pixels of the level, and full-resolution pixels per pixel of the level. */
export interface LineFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly placement?: Placement;
}

/** Options of the contours: the tolerance of simplification in pixels, and whether lines come apart or as one network. */
export interface OutcomeOptions {
  readonly simplify: number;
  readonly output: 'lines' | 'network';
}

/** One line in full-resolution pixels. */
export interface MeasuredLine {
  /** Indices of `nodes`. */
  readonly from: number;
  readonly to: number;
  readonly points: readonly Position[];
  /** Width at each point. */
  readonly widths: readonly number[];
  readonly length: number;
  readonly width: number;
  /** Mean, in multiples of the clutter. */
  readonly strength: number;
}

/** A network in full-resolution pixels: lines, nodes, and totals by name. */
export interface MeasuredNetwork {
  readonly lines: readonly MeasuredLine[];
  readonly nodes: readonly { readonly x: number; readonly y: number; readonly degree: number }[];
  readonly totals: Readonly<Record<string, number>>;
}

const measureNetwork = (network: Network, frame: LineFrame, simplify: number): MeasuredNetwork => {
  const x = (value: number): number => (frame.x + value) * frame.scaleX;
  const y = (value: number): number => (frame.y + value) * frame.scaleY;
  const scale = Math.sqrt(frame.scaleX * frame.scaleY);
  const lines = network.lines
    .filter(({ points }) => points.length >= 4)
    .map((line): MeasuredLine => {
      const kept = simplified(line.points, simplify);
      return {
        from: line.from,
        to: line.to,
        points: kept.map((i): Position => [x(line.points[2 * i]!), y(line.points[2 * i + 1]!)]),
        widths: kept.map((i) => line.widths[i]! * scale),
        length: lengthOf(line.points, frame.scaleX, frame.scaleY),
        width: line.width * scale,
        strength: line.strength,
      };
    });
  const nodes = network.nodes.map((node) => ({ x: x(node.x), y: y(node.y), degree: node.degree }));
  return { lines, nodes, totals: totalsOf(lines, nodes, frame) };
};

/** Lengths and widths in pixels, and in the unit of the image where it is known and pixels are square. */
const totalsOf = (
  lines: readonly MeasuredLine[],
  nodes: MeasuredNetwork['nodes'],
  frame: LineFrame,
): Readonly<Record<string, number>> => {
  const total = lines.reduce((sum, { length }) => sum + length, 0);
  const area = frame.width * frame.height * frame.scaleX * frame.scaleY;
  const width = total > 0 ? lines.reduce((sum, line) => sum + line.width * line.length, 0) / total : 0;
  const real = realSize(frame.placement);
  return {
    'Total length px': total,
    ...(real && { [`Total length ${real.unit}`]: total * real.size }),
    'Mean width px': width,
    ...(real && { [`Mean width ${real.unit}`]: width * real.size }),
    'Density px/px^2': total / area,
    ...(real && { [`Density ${real.unit}/${real.unit}^2`]: total / area / real.size }),
    Branches: lines.length,
    Junctions: nodes.filter(({ degree }) => degree > 2).length,
    'Free ends': nodes.filter(({ degree }) => degree === 1).length,
  };
};

const realSize = (placement: Placement | undefined): { readonly unit: string; readonly size: number } | undefined => {
  if (!placement || placement.unit === 'degree') return undefined;
  const { pixelWidth, pixelHeight, unit } = placement;
  return { unit, size: Math.sqrt(Math.abs(pixelWidth * pixelHeight)) };
};

/** The contours, strongest and longest lines first. The result is complete even where a limit was met: see `warnings`. */
export const outcomeOf = (
  network: Network,
  frame: LineFrame,
  { simplify, output }: OutcomeOptions,
  metadata: Readonly<Record<string, string>>,
): Outcome => {
  const measured = measureNetwork(network, frame, simplify);
  const warnings = warningsOf(network);
  const real = realSize(frame.placement);
  const said = { ...metadata, ...(warnings.length > 0 && { warnings: JSON.stringify(warnings) }) };
  const order = [...measured.lines.keys()].sort(
    (a, b) => weight(measured.lines[b]!) - weight(measured.lines[a]!) || a - b,
  );
  const ordered = order.map((i) => measured.lines[i]!);
  const contours: Outcome['contours'] =
    output === 'network'
      ? networkContour(ordered, measured.totals)
      : ordered.map((line) => ({
          geometry: { type: 'LineString', coordinates: line.points },
          measurements: {
            'Width px': line.width,
            ...(real && { [`Width ${real.unit}`]: line.width * real.size }),
            Strength: line.strength,
          },
          metadata: { widths: JSON.stringify(line.widths.map(tidy)) },
        }));
  return {
    contours,
    metadata: said,
    details: { totals: measured.totals, nodes: measured.nodes, lines: ordered, links: network.links, warnings },
  };
};

const weight = (line: MeasuredLine): number => line.length * line.strength;

const tidy = (width: number): number => Math.round(width * 100) / 100;

const networkContour = (
  lines: readonly MeasuredLine[],
  totals: Readonly<Record<string, number>>,
): Outcome['contours'] =>
  lines.length === 0
    ? []
    : [
        {
          geometry: { type: 'MultiLineString', coordinates: lines.map(({ points }) => points) },
          measurements: totals,
          metadata: { widths: JSON.stringify(lines.map(({ widths }) => widths.map(tidy))) },
        },
      ];

/** Coded, like errors, but the run goes on. */
const warningsOf = ({ pixelsLeft, endsLeft }: Network): { readonly code: string; readonly message: string }[] => {
  const warning = (what: string, count: number) => {
    const code = 'too-many-lines';
    return { code, message: fill(errorTexts[code], { what, count }) };
  };
  return [
    ...(pixelsLeft > 0 ? [warning('pixels that pass the thresholds', pixelsLeft)] : []),
    ...(endsLeft > 0 ? [warning('ends of lines', endsLeft)] : []),
  ];
};

/** A line's points as one flat ring, for the display of a running search. */
export const flatLine = ({ points }: Line, frame: LineFrame, dx: number, dy: number): number[] => {
  const flat: number[] = [];
  for (const i of simplified(points, 0.5)) {
    flat.push((frame.x + dx + points[2 * i]!) * frame.scaleX, (frame.y + dy + points[2 * i + 1]!) * frame.scaleY);
  }
  return flat;
};

/** All lines as flat rings. */
export const flatLines = ({ contours }: Outcome): number[][] =>
  contours.flatMap(({ geometry }) => {
    if (geometry.type === 'LineString') return [flat(geometry.coordinates)];
    return geometry.type === 'MultiLineString' ? geometry.coordinates.map(flat) : [];
  });

const flat = (points: readonly Position[]): number[] => {
  const all: number[] = [];
  for (const point of points) all.push(point[0], point[1]);
  return all;
};
