/** Calls of the runs in workers. */
import { transfer } from 'comlink';
import { pause } from '../../core/pause.js';
import type { Lane } from '../../image/pool/lane.js';
import type { Answer, Call } from './errand.js';
import type { Evolver } from './evolver.js';

/** How runs call their workers: one message per call, or several calls per message. */
export interface Calling {
  /** Calls a worker. Rejects where the worker dies, and with errors of the run that have no code. */
  go(lane: Lane<Evolver>, call: Call): Promise<Answer>;
  /** Ends a run: its answers are not awaited any more. */
  end(lane: Lane<Evolver>, run: string): void;
}

/** One message per call. */
export const singly: Calling = {
  go: (lane, call) => lane.call((evolver) => evolver.go(transfer(call, buffersOf([call])))),
  end: (lane, run) => void lane.call((evolver) => evolver.end(run)).catch(() => {}),
};

const buffersOf = (calls: readonly Call[]): ArrayBuffer[] =>
  calls.flatMap(({ given }) =>
    given.flatMap(({ samples, ended }) =>
      [samples?.data, samples?.missing, ended].flatMap((each) =>
        each?.buffer instanceof ArrayBuffer ? [each.buffer] : [],
      ),
    ),
  );

/** Maximum number of calls per message: a worker answers all of them at once. */
const MOST_CALLS = 16;

interface Waiting {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends the calls that are made to a worker in one turn of the message loop as one message: a message takes as long as a short call. */
export class Gathered implements Calling {
  readonly #waiting = new Map<Lane<Evolver>, Waiting[]>();

  go(lane: Lane<Evolver>, call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(lane) ?? [];
      waiting.push({ call, resolve, reject });
      this.#waiting.set(lane, waiting);
      if (waiting.length === 1) void pause().then(() => this.#send(lane));
    });
  }

  end(lane: Lane<Evolver>, run: string): void {
    const waiting = this.#waiting.get(lane)?.filter(({ call }) => call.run !== run);
    if (waiting) this.#waiting.set(lane, waiting);
    singly.end(lane, run);
  }

  #send(lane: Lane<Evolver>): void {
    const waiting = this.#waiting.get(lane) ?? [];
    this.#waiting.delete(lane);
    while (waiting.length > 0) {
      const together = waiting.splice(0, MOST_CALLS);
      const calls = together.map(({ call }) => call);
      lane
        .call((evolver) => evolver.goAll(transfer(calls, buffersOf(calls))))
        .then(
          (answers) => {
            for (const [k, { resolve }] of together.entries()) resolve(answers[k]!);
          },
          (error) => {
            for (const { reject } of together) reject(error);
          },
        );
    }
  }
}
