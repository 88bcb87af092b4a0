/** A ring whose edges have all been summed: one of the three things that `close_stage` does. */
import { momentBytes } from './bound';
import { write } from './compare';
import { after, base, domain, edges, present, put, vertices, xOf, yOf } from './contour';
import { edgeLength } from './edge_length';
import {
  Extra_dx,
  Extra_dy,
  Extra_length,
  Extra_valid,
  Extra_vertices,
  Phase_none,
  S_energy,
  S_evaluated,
  S_length,
} from './layout';
import { beginPass, countStep } from './phases';
import { segmentOf } from './totals';

export function startSnake(): void {
  put(S_evaluated, Phase_none);
  const rest = domain + momentBytes;
  const whole = segmentOf(vertices);
  for (let at = 0; at < momentBytes; at += 8) {
    let sum = load<i64>(rest + at);
    for (let i = 0; i < vertices; i++) {
      const moment = load<i64>(segmentOf(i) + at);
      store<i64>(edges + i * momentBytes + at, moment);
      sum += moment;
    }
    store<i64>(present + at, sum);
    store<i64>(domain + at, load<i64>(whole + at) + load<i64>(rest + momentBytes + at));
  }
  let dx = 0;
  let dy = 0;
  let length = 0;
  for (let i = 0; i < vertices; i++) {
    const n = after(i);
    dx += abs(xOf(n) - xOf(i));
    dy += abs(yOf(n) - yOf(i));
    length += edgeLength(xOf(n) - xOf(i), yOf(n) - yOf(i));
  }
  const extra = present + momentBytes;
  store<i32>(extra + (Extra_vertices << 2), vertices);
  store<i32>(extra + (Extra_dx << 2), dx);
  store<i32>(extra + (Extra_dy << 2), dy);
  store<i32>(extra + (Extra_length << 2), length);
  store<i32>(extra + (Extra_valid << 2), 1);
  write(false, present, base + (S_energy << 2));
  write(true, present, base + (S_length << 2));
  beginPass();
  countStep();
}
