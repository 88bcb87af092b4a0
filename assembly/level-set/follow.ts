/**
 * The filtered inside of cells, 16 bits a sum, kept up to date round the cells that changed. A row of the filter depends on its distance
 * from the middle alone, so cells that changed close together are one pattern, which has one vector for all rows of a distance.
 */
import {
  array,
  Beside_within,
  given,
  Place_beside,
  Place_classes,
  Place_first,
  Place_mask,
  Place_moving,
  Place_patterns,
  Place_radius,
  Place_retreat,
  Place_row,
  Place_rows,
  Place_summed,
  Place_sums,
  Place_width,
  word,
} from './places';

/**
 * Takes in what changed in the `count` words of a list. Cells whose filter is not all within the image are left: `moving` lists their
 * words, `retreat` has their bits, and the number of such words is the result.
 */
export function follow(list: usize, count: i32): i32 {
  const mask = array(Place_mask);
  const summed = array(Place_summed);
  const first = array(Place_first);
  const besides = array(Place_beside);
  const moving = array(Place_moving);
  const left = array(Place_retreat);
  const row = <u32>given(Place_row);
  const width = given(Place_width);
  const radius = given(Place_radius);
  const sums = array(Place_sums);
  const rows = array(Place_rows);
  const patterns = array(Place_patterns);
  const classes = given(Place_classes);
  /** Cells that one vector reaches. */
  const group: u32 = 8 - 2 * radius;
  const bits: u32 = (1 << group) - 1;
  let end = moving;
  for (let i: usize = 0; i < <usize>count; i++) {
    const k = <usize>load<u32>(word(list, i));
    const next = load<u32>(word(mask, k));
    const change = next ^ load<u32>(word(summed, k));
    if (change === 0) continue;
    store<u32>(word(summed, k), next);
    let within: u32 = 0;
    if (load<u8>(besides + k) & Beside_within) {
      const x = <i32>((<u32>k % row) << 5);
      const from = max(0, radius - x);
      const to = min(32, width - radius - x);
      if (to > from) within = change & (0xffffffff << from) & (0xffffffff >>> (32 - to));
    }
    if (within !== change) {
      store<u32>(end, <u32>k);
      store<u32>(word(left, k), change & ~within);
      end += 4;
    }
    const start = sums + ((<usize>load<u32>(word(first, k)) - <usize>radius) << 1);
    for (let rest = within; rest !== 0; ) {
      const bit = ctz(rest);
      const some = (rest >>> bit) & bits;
      rest ^= some << bit;
      const here = start + ((<usize>bit) << 1);
      const came = <usize>(some & (next >>> bit));
      const went = <usize>some - came;
      let table = patterns;
      let at = rows;
      for (let c = 0; c < classes; c++) {
        const change = i16x8.sub(v128.load(table + (came << 4)), v128.load(table + (went << 4)));
        const behind = at + ((<usize>load<u32>(at)) << 2);
        while (at < behind) {
          at += 4;
          const to = here + load<i32>(at);
          v128.store(to, i16x8.add(v128.load(to), change));
        }
        at += 4;
        table += (<usize>(bits + 1)) << 4;
      }
    }
  }
  return <i32>((end - moving) >>> 2);
}
