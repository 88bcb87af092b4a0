/** A small domain and its contours, as words for evolution in a batch with many others. */
import { type ChannelPlanes, rowsOf } from '../../../image/channels/channels.js';
import { C, recordWords } from '../../kernels/shared/contour-records.js';
import { G, S, stateWords } from '../../kernels/shared/layout.js';
import { packPlanes } from '../../tables/planes.js';
import { imageGeometry } from '../../tables/tables.js';
import { geometryOf, initialWords, type Problem } from '../optimiser.js';

/** The planes of one domain, packed in the kernels' format. */
export interface SmallPlanes {
  readonly width: number;
  readonly height: number;
  readonly geometry: Uint32Array;
  readonly samples: Uint32Array;
}

/** A problem in words: planes of its domain, geometry, state and ring. */
export interface SmallProblem {
  readonly planes: SmallPlanes;
  /** As `geometryOf` has it. */
  readonly geometry: Uint32Array;
  readonly state: Uint32Array;
  readonly ring: Uint32Array;
}

/** Packs the planes of a small domain; `stride` is the number of columns between two prefixes. */
export const smallPlanes = (channel: ChannelPlanes, stride: number): SmallPlanes => ({
  width: channel.width,
  height: channel.height,
  geometry: imageGeometry(rowsOf(channel), stride),
  samples: packPlanes(channel),
});

/** Converts a problem on a small domain to words. */
export const smallProblem = (planes: SmallPlanes, problem: Problem): SmallProblem => {
  const geometry = geometryOf(planes, problem);
  return { planes, geometry, ...initialWords(geometry, problem) };
};

/** Words of the geometry that differ between contours. */
const own: readonly number[] = [
  G.width,
  G.height,
  G.rows,
  G.entries,
  G.rowWords,
  G.minimumLength,
  G.capacity,
  G.contours,
  G.crews,
];

/** The geometry shared by contours of different domains: contours with the same one can evolve in one dispatch. */
export const sharedGeometry = (geometry: Uint32Array): Uint32Array => {
  const shared = geometry.slice();
  for (const word of own) shared[word] = 0;
  return shared;
};

/** Number of contours of a problem. */
export const contoursOf = ({ geometry }: SmallProblem): number => geometry[G.contours]!;

/** Writes the records of a problem's contours to `words` from record `first` on, with room for `room` vertices each. */
export const putRecords = (
  problem: SmallProblem,
  domain: number,
  words: Uint32Array,
  first: number,
  room: number,
): void => {
  const { geometry, state, ring } = problem;
  const moments = geometry[G.moments]!;
  const length = recordWords(moments, room);
  const stateLength = stateWords(moments);
  const capacity = geometry[G.capacity]!;
  for (let contour = 0; contour < contoursOf(problem); contour++) {
    const record = words.subarray((first + contour) * length, (first + contour + 1) * length);
    record[C.domain] = domain;
    record[C.minimumLength] = geometry[G.minimumLength]!;
    record[C.capacity] = capacity;
    record.set(state.subarray(contour * stateLength, (contour + 1) * stateLength), C.state);
    record[C.state + S.room] = room;
    const vertices = state[contour * stateLength + S.vertices]!;
    record.set(ring.subarray(2 * contour * capacity, 2 * (contour * capacity + vertices)), C.state + stateLength);
  }
};
