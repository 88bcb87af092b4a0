/** The polygonal region snake as an algorithm of the engine (Perrot, Domas, Couturier and Bertaux; ALGORITHMS A and D). */

import type { Algorithm, Outcome, RunCommand, RunContext, RunState, Task } from '../algorithm/algorithm.js';
import { loaded } from '../core/later.js';
import { runBox } from './box-run.js';
import type { RunBox } from './find/find-round.js';
import { remembered } from './hints/memory.js';
import {
  click,
  device,
  everywhere,
  examples,
  marked,
  nextShape,
  point,
  rating,
  searching,
  whole,
} from './later-parts.js';
import { readParameters, type SnakeParameters, schema } from './schema.js';
import { batched } from './steps/beside/planned.js';
import { RunProgress } from './steps/progress.js';

/** The region snake, as the entry points register it with an engine. */
export const snake: Algorithm = {
  id: 'snake',
  title: 'Region snake',
  schema,
  hints: true,
  pins: true,
  sizes: true,
  prepare: async (executor) => {
    // The CPU has nothing to compile.
    if (executor.backend !== 'cpu') await (await device.load()).prepare(executor);
  },
  wake: async (...told) => (await device.load()).wake(...told),
  reads: async (...asked) => (await whole.load()).wholeReads(...asked),
  readsRound: async (...asked) => (await click.load()).readsRound(...asked),
  ahead: async () => (await loaded(import('./parts-ahead.js'))).partsAhead(),
  run,
  aside: async (...asked) => (await searching.load()).searchWork(...asked),
  onDevice: async (...asked) => (await batched.load()).evolveWords(...asked),
  learn: async (task, context) => (await examples.load()).learnModel(task, context),
  rate: async (task, contours, context) => (await rating.load()).rated(task, contours, context),
};

async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
  const parameters = readParameters(task.parameters);
  const progress = RunProgress.of(context.run);
  const runNext: RunBox = (each, given, its = context, index = 0) => runBox(each, its, given, progress.course(index));
  if (task.marks || task.start.kind === 'point') {
    const { runHinted } = await marked.load();
    return yield* runHinted(task, context, parameters, {
      first: () => runFrom(task, context, parameters, progress, runNext),
      along: (each, given, course) => runBox(each, context, given, course),
    });
  }
  const alone = runFrom(task, context, parameters, progress, runNext);
  return yield* task.start.kind === 'box' ? remembered(task, context, alone) : alone;
}

/** Runs from a start without marks. */
async function* runFrom(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  progress: RunProgress,
  runNext: RunBox,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const { start } = task;
  switch (start.kind) {
    case 'everywhere': {
      const { findObjects } = await everywhere.load();
      return yield* findObjects(task, context, parameters, runNext);
    }
    case 'point': {
      const clicked = { point: start, task, context, parameters };
      if (task.largerThan !== undefined || task.smallerThan !== undefined) {
        const { boundOf, runNextShape } = await nextShape.load();
        const next = { bound: boundOf(task)!, progress, runBox: runNext };
        return yield* runNextShape(clicked, next);
      }
      const { findRound } = await point.load();
      progress.found ??= await findRound(clicked);
      const { start: found, domain, white } = progress.found;
      if (white && task.marks === undefined) progress.course(0).soughtAt = start;
      return yield* runNext({ ...task, start: found, domain }, parameters);
    }
    case 'box':
    case 'polygon':
      return yield* runNext(task, parameters);
  }
}
