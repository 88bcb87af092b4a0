/** A process of a pool: does one task at a time. */
import workerpool from 'workerpool';
import { toErrorData } from '../../core/errors.js';
import { Desk } from '../work/desk.js';
import { finish, finishPart, prepare } from '../work/finish.js';
import { doPiece } from '../work/piece.js';
import type { Answer, TaskName, Tasks } from './tasks.js';

const desk = new Desk();

const does: { readonly [Name in TaskName]: (...given: Tasks[Name]['given']) => Promise<Tasks[Name]['value']> } = {
  piece: (work, index) => doPiece(desk, work, index),
  prepare: (work) => prepare(desk, work),
  part: (work, index) => finishPart(desk, work, index),
  finish: (work) => finish(desk, work),
  backend: (choice) => desk.backend(choice),
};

/** Adds the memory in use by the process, in bytes, to the answer. */
const answering =
  <Given extends readonly unknown[], Value>(task: (...given: Given) => Promise<Value>) =>
  async (...given: Given): Promise<Answer<Value>> => {
    try {
      return { value: await task(...given), memory: process.memoryUsage.rss() };
    } catch (error) {
      return { error: toErrorData(error), memory: process.memoryUsage.rss() };
    }
  };

// A terminal sends SIGINT to every process of the group; the process that started the pool handles it.
process.on('SIGINT', () => {});

workerpool.worker(
  {
    piece: answering(does.piece),
    prepare: answering(does.prepare),
    part: answering(does.part),
    finish: answering(does.finish),
    backend: answering(does.backend),
  },
  { onTerminate: () => desk.clear() },
);
