import wgsl from '../wgsl/lattice_sums.wgsl';
import type { Kernel } from '../worker/recording.js';
import { EdgeSums } from './edge_sums.js';
import { G } from './layout.js';

/** Words of `lattice`, before the cells + 1 columns x and the cells + 1 rows y. */
export const L = {
  /** Cells a side. */
  cells: 0,
  /** 1: only rectangles that hold the point. */
  pinned: 1,
  x: 2,
  y: 3,
  lines: 4,
} as const;

/**
 * Sums left of every lattice column, in every band of rows between two lattice rows (ALGORITHMS A.5): from these, any
 * rectangle on the lattice. Group (column, band); adds to `column_sums`, (column·cells + band)·2·moments.
 */
export const latticeSums: Kernel = {
  name: 'lattice_sums',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'lattice', access: 'read' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read' },
    { name: 'column_sums', access: 'read-write' },
  ],
  twin: ({ geometry, lattice, samples, prefixes, column_sums }) => {
    const sums = new EdgeSums(geometry!, samples!, prefixes!);
    const cells = lattice![L.cells]!;
    const width = 2 * geometry![G.moments]!;
    return (column, band) => {
      const x = lattice![L.lines + column]!;
      const y = L.lines + cells + 1 + band;
      sums.clear();
      sums.add(x, lattice![y]!, x, lattice![y + 1]!, 0, 1);
      sums.addTo(column_sums!, (column * cells + band) * width);
    };
  },
};
