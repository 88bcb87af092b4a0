import { defineKernel } from '../../compute/recording.js';
import { EdgeSums } from './shared/edge-sums.js';
import { G, L } from './shared/layout.js';

/**
 * Sums left of every lattice column, between every two lattice rows (ALGORITHMS A.5), from which the sums of any
 * rectangle on the lattice follow. Group (column, cell row); adds to `column_sums`, (column·cells + cellRow)·2·moments.
 */
export const latticeSums = defineKernel({
  name: 'lattice_sums',
  wgsl: () => import('../../wgsl/snake/lattice_sums.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'lattice', access: 'read' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read' },
    { name: 'column_sums', access: 'read-write' },
  ],
  cpu: ({ geometry, lattice, samples, prefixes, column_sums }) => {
    const sums = new EdgeSums(geometry, samples, prefixes);
    const cells = lattice[L.cells]!;
    const width = 2 * geometry[G.moments]!;
    return (column, cellRow) => {
      const x = lattice[L.lines + column]!;
      const y = L.lines + cells + 1 + cellRow;
      sums.clear();
      sums.add(x, lattice[y]!, x, lattice[y + 1]!, 0, 1);
      sums.addTo(column_sums, (column * cells + cellRow) * width);
    };
  },
});
