/** A click, and what is known of it when its object is looked for. */
import type { RunContext, Task } from '../../algorithm/algorithm.js';
import type { SnakeParameters } from '../schema.js';

/** A place in full-resolution pixels. */
export type Point = { readonly x: number; readonly y: number };

/** A click, with the run that it starts. */
export interface Click {
  readonly point: Point;
  readonly task: Task;
  readonly context: RunContext;
  readonly parameters: SnakeParameters;
}
