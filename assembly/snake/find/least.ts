/**
 * `leastAhead` of `src/snake/find/map/top-hat.ts`, eight values of 16 bits at a time: they are read before what follows them is written.
 *
 * @param at address of the first of `count` values; `step`, how many values apart those of a window are, of which it has `side`
 */
export function leastAhead(at: usize, count: i32, step: i32, side: i32): void {
  for (let seen = 1; seen < side; ) {
    const further = min(seen, side - seen);
    const away = 2 * <usize>further * <usize>step;
    const end = at + 2 * <usize>count - away;
    let here = at;
    for (; here + 16 <= end; here += 16) v128.store(here, i16x8.min_u(v128.load(here), v128.load(here + away)));
    for (; here < end; here += 2) store<u16>(here, min(load<u16>(here), load<u16>(here + away)));
    seen += further;
  }
}
