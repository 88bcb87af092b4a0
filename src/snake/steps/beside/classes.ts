/** Size classes of contours that evolve in batches: their requirements of workgroup and device memory. */
import type { ExecutorLimits, Program } from '../../../compute/executor.js';
import { domainPrefixes } from '../../kernels/domain_prefixes.js';
import { evolveContours, evolveContoursNeeds } from '../../kernels/evolve_contours.js';
import { candidateCapacity, ENERGY_WORDS, stateWords, totalsWords } from '../../kernels/shared/layout.js';

/** Maximum vertices of a contour, and maximum moments of its regions. */
export interface SizeClass {
  readonly vertices: number;
  readonly moments: number;
}

/** Nuclei have about 20 vertices; three bands and a prior have 9 moments. */
const VERTICES = [64, 256] as const;
const MOMENTS = [9, 17] as const;

/** Lanes of a workgroup. */
const CREW = 64;
/** Bytes of workgroup memory that depend on neither vertices nor moments: shares, partial sums, teams. */
const FIXED = 16 * 3 * CREW + 20 * CREW + 2048;

/** Maximum bytes of a workgroup's memory. */
const workgroupBytes = ({ vertices, moments }: SizeClass): number =>
  FIXED + vertices * (8 * moments + 6 * 4 + 8) + 16 * 2 * moments * 4 + 4 * stateWords(moments);

/** The classes of a device, the smallest first; none where it has too few bindings. */
export const classesOf = ({ storageBindings, workgroupBytes: most }: ExecutorLimits): readonly SizeClass[] =>
  storageBindings < evolveContoursNeeds.storageBindings
    ? []
    : VERTICES.flatMap((vertices) => MOMENTS.map((moments) => ({ vertices, moments }))).filter(
        (size) => workgroupBytes(size) <= most,
      );

/** Words of the buffers in which one workgroup keeps its contour's candidates. */
export const seatWords = (vertices: number, moments: number) => ({
  segment_sums: candidateCapacity(vertices) * 4 * moments,
  totals: candidateCapacity(vertices) * totalsWords(moments),
  scores: candidateCapacity(vertices) * ENERGY_WORDS,
});

/** Values of the overrides of `evolve_contours`. */
export const constantsOf = ({ vertices, moments }: SizeClass) => ({
  mostVertices: vertices,
  mostMoments: moments,
  slotGroups: 1,
  stateLength: stateWords(moments),
});

/** What must be compiled for a class. */
export const programsOf = (size: SizeClass): readonly Program[] => [
  { kernel: domainPrefixes },
  { kernel: evolveContours, constants: constantsOf(size) },
];
