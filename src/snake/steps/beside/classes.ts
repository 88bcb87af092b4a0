/** Size classes of contours that evolve in batches: their requirements of workgroup and device memory. */
import type { ExecutorLimits, Program } from '../../../compute/executor.js';
import { domainPrefixes } from '../../kernels/domain_prefixes.js';
import { evolveContours, evolveContoursNeeds } from '../../kernels/evolve_contours.js';
import { candidateCapacity, DIRECTIONS, ENERGY_WORDS, stateWords, totalsWords } from '../../kernels/shared/layout.js';

/** Maximum vertices of a contour, maximum moments of its regions, and the vertices that are tried at once. */
export interface SizeClass {
  readonly vertices: number;
  readonly moments: number;
  readonly parties: number;
}

/** Nuclei have about 20 vertices; three bands and a prior have 9 moments. */
const VERTICES = [64, 256] as const;
const MOMENTS = [9, 17] as const;

/** Vertices that a workgroup tries at once: more of them shorten a step, and need more workgroup memory. */
const PARTIES = [4, 2, 1] as const;
/** Lanes for each of them: eight candidates of eight lanes. */
const PARTY = 8 * DIRECTIONS;
/** Bytes of workgroup memory per lane: shares, columns, doubts, pairs. */
const LANE = 64;
/** Bytes of workgroup memory that depend on neither parties, vertices nor moments. */
const FIXED = 1536;

/** Maximum bytes of a workgroup's memory. */
const workgroupBytes = ({ vertices, moments, parties }: SizeClass): number =>
  FIXED +
  parties * (LANE * PARTY + 16 * DIRECTIONS * moments) +
  vertices * (8 * moments + 8 * 4) +
  4 * stateWords(moments);

/** The classes of a device, the smallest first; none where it has too few bindings. */
export const classesOf = ({ storageBindings, workgroupBytes: most }: ExecutorLimits): readonly SizeClass[] =>
  storageBindings < evolveContoursNeeds.storageBindings
    ? []
    : VERTICES.flatMap((vertices) =>
        MOMENTS.flatMap((moments) => {
          const sizes = PARTIES.map((parties) => ({ vertices, moments, parties }));
          return sizes.find((size) => workgroupBytes(size) <= most) ?? [];
        }),
      );

/** Words of the buffers in which one workgroup keeps its contour's candidates. */
export const seatWords = (vertices: number, moments: number) => ({
  segment_sums: candidateCapacity(vertices) * 4 * moments,
  totals: candidateCapacity(vertices) * totalsWords(moments),
  scores: candidateCapacity(vertices) * ENERGY_WORDS,
});

/** Values of the overrides of `evolve_contours`. */
export const constantsOf = ({ vertices, moments, parties }: SizeClass) => ({
  parties,
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
