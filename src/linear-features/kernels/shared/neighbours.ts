/** The eight neighbours of a pixel, clockwise from E; bit n of a neighbourhood is neighbour n. */
export const neighbourX = [1, 1, 0, -1, -1, -1, 0, 1] as const;
/** Steps along y to the neighbours; y points down. */
export const neighbourY = [0, 1, 1, 1, 0, -1, -1, -1] as const;

/** For each neighbourhood: the number of 8-connected groups of its pixels, without the centre. */
const groups = Uint8Array.from({ length: 256 }, (_, set) => {
  const left = new Set([0, 1, 2, 3, 4, 5, 6, 7].filter((n) => (set >> n) & 1));
  let count = 0;
  for (const start of left) {
    count++;
    const stack = [start];
    left.delete(start);
    for (let n = stack.pop(); n !== undefined; n = stack.pop()) {
      for (const other of left) {
        const near =
          Math.abs(neighbourX[n]! - neighbourX[other]!) <= 1 && Math.abs(neighbourY[n]! - neighbourY[other]!) <= 1;
        if (near) {
          left.delete(other);
          stack.push(other);
        }
      }
    }
  }
  return count;
});

/** The number of neighbours, by neighbourhood. */
export const countOf = Uint8Array.from({ length: 256 }, (_, set) => {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count++;
  return count;
});

/** Bits of E, S, W and N. */
const STRAIGHT = 0b01010101;

/** Whether removing the centre changes neither the pieces of the foreground nor the holes, and shortens no end of a line. */
export const removable = Uint8Array.from({ length: 256 }, (_, set) =>
  Number(groups[set] === 1 && countOf[set]! > 1 && (~set & STRAIGHT) !== 0),
);

/** Links of a skeleton's pixel: straight neighbours, and diagonal ones that are not connected through a straight neighbour. */
export const linksOf = Uint8Array.from({ length: 256 }, (_, set) => {
  let links = set & STRAIGHT;
  for (let n = 1; n < 8; n += 2) {
    const round = (1 << (n - 1)) | (1 << ((n + 1) & 7));
    if ((set >> n) & 1 && (set & round) === 0) links |= 1 << n;
  }
  return links;
});
