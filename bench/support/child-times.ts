/** Processor time of the processes that this one started, by Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks in a second, on every Linux of today. */
const TICKS = 100;

/** Milliseconds of the processor by the number of each child that is alive, all of its threads together. */
export const childTimes = (): ReadonlyMap<number, number> => {
  const times = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    let text: string;
    try {
      text = readFileSync(`/proc/${name}/stat`, 'utf8');
    } catch {
      // It ended meanwhile.
      continue;
    }
    // The name of the program, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
    if (parent === process.pid) times.set(Number(name), (1000 * ((user ?? 0) + (system ?? 0))) / TICKS);
  }
  return times;
};
