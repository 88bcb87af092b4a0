/** Every fault of every call of a device, on whole runs, or a part of them. Runs in Node and in a worker of a page. */
import {
  allTasks,
  type DeviceTrials,
  type Fault,
  moreTasks,
  ofEachCall,
  SAME,
  type Task,
} from '../../support/devices/device-faults.js';

export interface Plan {
  /** Names of the runs; all when empty. */
  readonly tasks: readonly string[];
  /** Times that each fault of each kind of call is tried; every time when missing. */
  readonly each?: number | undefined;
  /** This process takes every `of`-th fault, from number `part` on. */
  readonly part: number;
  readonly of: number;
  /** Milliseconds after which a call that never ends is given up. */
  readonly patience: number;
  /** Runs at a time. */
  readonly atOnce: number;
}

/** What came of the faults of one run. */
export interface Row {
  readonly task: string;
  readonly calls: number;
  readonly tried: number;
  /** Faults whose call the run did not come to. */
  readonly missed: number;
  readonly same: number;
  readonly coded: number;
  readonly broke: readonly string[];
}

const every: readonly Task[] = [...allTasks, ...moreTasks];

export const tasksOf = ({ tasks }: Pick<Plan, 'tasks'>): readonly Task[] => {
  const unknown = tasks.find((name) => !every.some((task) => task === name));
  if (unknown !== undefined) throw new Error(`there is no run ${unknown}; there are: ${every.join(', ')}`);
  return tasks.length === 0 ? every : every.filter((task) => tasks.includes(task));
};

/** Tries the faults of a plan, run after run. @param note hears of each */
export async function* tryFaults(
  trials: DeviceTrials,
  plan: Plan,
  note: (said: string) => void = () => {},
): AsyncGenerator<Row> {
  const chosen = plan.each === undefined ? (all: readonly Fault[]) => all : ofEachCall(plan.each);
  const own = (all: readonly Fault[]) => chosen(all).filter((_, k) => k % plan.of === plan.part);
  for (const task of tasksOf(plan)) {
    const { outcomes, broke, calls } = await trials.run(task, own, note);
    const reached = outcomes.filter((each) => each.reached);
    const same = reached.filter(({ said }) => said === SAME).length;
    const missed = outcomes.length - reached.length;
    yield { task, calls, tried: outcomes.length, missed, same, coded: reached.length - same, broke };
  }
}

/** Rows of several processes, together: one for each run. */
export const together = (rows: readonly Row[]): readonly Row[] =>
  [...new Set(rows.map(({ task }) => task))].map((task) => {
    const its = rows.filter((row) => row.task === task);
    const sum = (of: (row: Row) => number): number => its.reduce((total, row) => total + of(row), 0);
    return {
      task,
      calls: Math.max(...its.map(({ calls }) => calls)),
      tried: sum(({ tried }) => tried),
      missed: sum(({ missed }) => missed),
      same: sum(({ same }) => same),
      coded: sum(({ coded }) => coded),
      broke: its.flatMap(({ broke }) => broke),
    };
  });
