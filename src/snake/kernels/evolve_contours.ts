import { defineKernel, type Words } from '../../compute/recording.js';
import { closeStep } from './close_step.js';
import { C, D, DOMAIN_WORDS, ownGeometry, Q, recordWords } from './shared/contour-records.js';
import { G, Phase, S, Status, stateWords, stepSizes } from './shared/layout.js';
import { tryMoves } from './try_moves.js';

/** Requirements of `evolve_contours`, in addition to workgroup memory: storage bindings. */
export const evolveContoursNeeds = { storageBindings: 8 } as const;

/** Maximum steps of one contour per dispatch; a contour that has not ended by then is returned in its current state. */
const MOST_STEPS = 1024;

/**
 * All steps of many small contours, each in a domain of its own: a workgroup takes one after another from `queue`. A contour ends
 * in its record as done, or as it stood where it has no room for new vertices or has had `mostSteps` steps. Group (seat, 1, 1),
 * of which each has room for one contour's candidates.
 */
export const evolveContours = defineKernel({
  name: 'evolve_contours',
  wgsl: () => import('../../wgsl/snake/evolve_contours.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'domains', access: 'read' },
    { name: 'contours', access: 'read-write' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read' },
    { name: 'segment_sums', access: 'read-write' },
    { name: 'totals', access: 'read-write' },
    { name: 'scores', access: 'read-write' },
    { name: 'queue', access: 'read-write' },
  ],
  defaults: { mostSteps: MOST_STEPS },
  cpu: (words, { mostSteps }) => {
    const { queue } = words;
    return () => {
      while (queue[Q.next]! < queue[Q.end]!) evolveOne(words, queue[Q.next]!++, mostSteps);
      // At the end each workgroup advances the counter once more and finds no contour.
      queue[Q.next]!++;
    };
  },
});

/** All steps of one contour, by the kernels of a single step. */
const evolveOne = (
  {
    geometry,
    domains,
    contours,
    samples,
    prefixes,
  }: Words<'geometry' | 'domains' | 'contours' | 'samples' | 'prefixes'>,
  contour: number,
  mostSteps: number,
): void => {
  const moments = geometry[G.moments]!;
  const room = geometry[G.capacity]!;
  const length = recordWords(moments, room);
  const record = contours.subarray(contour * length, (contour + 1) * length);
  const place = record[C.domain]! * DOMAIN_WORDS;
  const domain = domains.subarray(place, place + DOMAIN_WORDS);
  const own = ownGeometry(geometry, domain, record);
  const sizes = stepSizes({ contours: 1, capacity: Math.max(room, own[G.capacity]!), moments, crews: 1 });
  const made = Object.fromEntries(Object.entries(sizes).map(([name, words]) => [name, new Uint32Array(words)]));
  const words = {
    ...made,
    geometry: own,
    samples: samples.subarray(domain[D.samplesAt]!),
    prefixes: prefixes.subarray(domain[D.prefixesAt]!),
  };
  const { state, ring, waiting } = words as typeof words & Words<'state' | 'ring' | 'waiting'>;
  const at = C.state + stateWords(moments);
  state.set(record.subarray(C.state, at));
  ring.set(record.subarray(at, at + 2 * room));
  waiting.set(record.subarray(at + 2 * room, at + 3 * room));
  const constants = { mostVertices: room, slotGroups: 1 };
  for (let step = 0; step < mostSteps; step++) {
    if (state[S.status] !== Status.running || state[S.phase] === Phase.add) break;
    // A CPU kernel reads the state once per dispatch, before its workgroups.
    for (const kernel of [tryMoves, closeStep]) kernel.cpu(words, constants)(0, 0, 0);
  }
  record.set(state, C.state);
  record.set(ring.subarray(0, 2 * room), at);
  record.set(waiting.subarray(0, room), at + 2 * room);
};
