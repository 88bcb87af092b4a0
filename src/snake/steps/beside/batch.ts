/** One batch: contours of many domains in one set of buffers, evolved by a few submits. */
import type { Executor } from '../../../compute/executor.js';
import { makeBuffers } from '../../../compute/make-buffers.js';
import { type DeviceBuffer, Recording } from '../../../compute/recording.js';
import { domainPrefixes } from '../../kernels/domain_prefixes.js';
import { evolveContours } from '../../kernels/evolve_contours.js';
import { C, D, DOMAIN_WORDS, Q, recordWords } from '../../kernels/shared/contour-records.js';
import { G, stateWords } from '../../kernels/shared/layout.js';
import type { Checkpoint } from '../checkpoint.js';
import { constantsOf, type SizeClass, type seatWords } from './classes.js';
import type { Pace } from './pace.js';
import { contoursOf, putRecords, type SmallProblem, sharedGeometry } from './small.js';

/** Padding words after the last samples, because a kernel reads four at a time. */
const BEYOND = 4;

/** The buffers in which workgroups keep candidates; batches use them in turn. */
export type Seats = Readonly<Record<keyof ReturnType<typeof seatWords>, DeviceBuffer>> & { readonly count: number };

interface Laid {
  readonly geometry: Uint32Array;
  readonly domains: Uint32Array;
  readonly contours: Uint32Array;
  readonly samples: Uint32Array;
  readonly prefixWords: number;
}

/** The words of all problems; their shared geometry must be the same. */
const layOut = (problems: readonly SmallProblem[], { vertices }: SizeClass): Laid => {
  const [first] = problems as readonly [SmallProblem, ...SmallProblem[]];
  const geometry = sharedGeometry(first.geometry);
  const stored = geometry[G.planes]! + geometry[G.masked]!;
  const total = problems.reduce((sum, problem) => sum + contoursOf(problem), 0);
  geometry[G.capacity] = vertices;
  geometry[G.contours] = total;
  geometry[G.crews] = 1;
  const words = problems.reduce((sum, { planes }) => sum + planes.samples.length, 0);
  const samples = new Uint32Array(words + BEYOND);
  const domains = new Uint32Array(problems.length * DOMAIN_WORDS);
  const contours = new Uint32Array(total * recordWords(geometry[G.moments]!, vertices));
  let [samplesAt, prefixesAt, record] = [0, 0, 0];
  for (const [index, problem] of problems.entries()) {
    const { planes } = problem;
    const domain = domains.subarray(index * DOMAIN_WORDS, (index + 1) * DOMAIN_WORDS);
    domain[D.width] = planes.width;
    domain[D.height] = planes.height;
    domain[D.entries] = planes.geometry[G.entries]!;
    domain[D.rowWords] = planes.geometry[G.rowWords]!;
    domain[D.samplesAt] = samplesAt;
    domain[D.prefixesAt] = prefixesAt;
    samples.set(planes.samples, samplesAt);
    putRecords(problem, index, contours, record, vertices);
    samplesAt += planes.samples.length;
    prefixesAt += stored * planes.height * planes.geometry[G.entries]! * geometry[G.entryWords]!;
    record += contoursOf(problem);
  }
  return { geometry, domains, contours, samples, prefixWords: Math.max(1, prefixesAt) };
};

/** Evolves all contours of the problems and returns them per problem: done, or as far as the kernel can evolve them. */
export const runBatch = async (
  executor: Executor,
  problems: readonly SmallProblem[],
  size: SizeClass,
  seats: Seats,
  pace: Pick<Pace, 'next' | 'took'>,
): Promise<readonly Checkpoint[]> => {
  const { geometry, domains, contours, samples, prefixWords } = layOut(problems, size);
  const moments = geometry[G.moments]!;
  const length = recordWords(moments, size.vertices);
  const total = geometry[G.contours]!;
  const held = await makeBuffers(executor, 'snake.', {
    geometry,
    domains,
    contours,
    samples,
    prefixes: prefixWords,
    queue: Q.words,
  });
  try {
    const { contours: records, queue, ...tables } = held;
    const { count, ...scratch } = seats;
    const buffers = { ...tables, ...scratch, contours: records, queue };
    let recording = new Recording().dispatch(domainPrefixes, tables, [problems.length, 1, 1]);
    const under: { readonly from: number; readonly words: Promise<Uint32Array[]> }[] = [];
    const ended = new Uint32Array(contours.length);
    let [next, landed] = [0, performance.now()];
    while (next < total || under.length > 0) {
      while (next < total && under.length < AHEAD) {
        const share = pace.next(total - next);
        recording
          .write(queue, Uint32Array.of(next, next + share))
          .dispatch(evolveContours, buffers, [Math.min(count, share), 1, 1], constantsOf(size))
          .read(records, share * length, next * length);
        const words = executor.submit(recording);
        words.catch(() => {});
        under.push({ from: next, words });
        recording = new Recording();
        next += share;
      }
      const { from, words } = under.shift()!;
      const [its] = (await words) as [Uint32Array];
      ended.set(its, from * length);
      const now = performance.now();
      pace.took(its.length / length, now - landed);
      landed = now;
    }
    return checkpointsOf(problems, ended, moments, size.vertices);
  } finally {
    for (const buffer of Object.values(held)) buffer.destroy();
  }
};

/** Pending submits, so that the device never waits for the host. */
const AHEAD = 2;

const checkpointsOf = (
  problems: readonly SmallProblem[],
  ended: Uint32Array,
  moments: number,
  room: number,
): readonly Checkpoint[] => {
  const length = recordWords(moments, room);
  const stateLength = stateWords(moments);
  let record = 0;
  return problems.map((problem) => {
    const count = contoursOf(problem);
    const state = new Uint32Array(count * stateLength);
    const rings: Uint32Array[] = [];
    const waiting: Uint32Array[] = [];
    for (let contour = 0; contour < count; contour++) {
      const words = ended.subarray(record * length, (record + 1) * length);
      const at = C.state + stateLength;
      state.set(words.subarray(C.state, at), contour * stateLength);
      rings.push(words.slice(at, at + 2 * room));
      waiting.push(words.slice(at + 2 * room, at + 3 * room));
      record++;
    }
    return { state, rings, waiting };
  });
};
