/**
 * Work for a device whose results are discarded. The device's clock follows its utilisation: at one half, as with steps that each
 * wait for the previous ones, it rises within a second or two; near full utilisation, within a third of a second.
 */
import type { Executor } from '../compute/executor.js';
import { Recording } from '../compute/recording.js';
import { stridedPrefixes } from './kernels/strided_prefixes.js';
import { makeTables } from './tables/tables.js';

/** Columns of a row of codes, which a single workgroup counts in some tenths of a millisecond, while the rest of the device is idle. */
const COLUMNS = 2 ** 15;
const row = {
  width: COLUMNS,
  height: 1,
  kind: 'codes',
  codes: 64,
  bits: 8,
  planes: [new Uint8Array(COLUMNS)],
  record: {},
} as const;
const STRIDE = 256;

/**
 * Pending submits, and the approximate milliseconds of each: together longer than the next takes to arrive from another process, but not much longer, since
 * a run that begins waits for them.
 */
const AHEAD = 3;
const TOOK = 1;
const MOST_ROWS = 64;

/** Implements `Algorithm.wake`. */
export const wake = async (executor: Executor, wanted: () => boolean): Promise<void> => {
  const { chunks, destroy } = await makeTables(executor, row, { stride: STRIDE });
  const [{ geometry, samples, prefixes }] = chunks;
  const counting = new Recording().dispatch(stridedPrefixes, { geometry, samples, prefixes }, [1, 1, 1]);
  let rows = 1;
  const launch = (): Promise<number> => {
    const recording = new Recording();
    for (let n = 0; n < rows; n++) recording.append(counting);
    const flight = executor.submit(recording).then(() => performance.now());
    // The loop awaits the first that fails; this avoids an unhandled rejection.
    flight.catch(() => {});
    return flight;
  };
  try {
    const flights: Promise<number>[] = [];
    let landed: number | undefined;
    while (wanted()) {
      while (flights.length < AHEAD) flights.push(launch());
      const now = await flights.shift()!;
      const took = now - (landed ?? now - TOOK);
      landed = now;
      if (took < TOOK / 2) rows = Math.min(MOST_ROWS, 2 * rows);
      else if (took > 2 * TOOK) rows = Math.max(1, rows >> 1);
    }
    await Promise.all(flights);
  } finally {
    destroy();
  }
};
