/**
 * Line simplification (Douglas and Peucker 1973), on the points of Clipper2. Written here because Clipper2's own function is a member of a
 * namespace, which would load the whole library.
 */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Lines with fewer vertices are not simplified. */
const FEWEST = 5;

/** The line without the vertices that lie within `tolerance` of those that stay; its ends stay. */
export const douglasPeucker = <P extends Point>(line: readonly P[], tolerance: number): P[] => {
  if (line.length < FEWEST) return [...line];
  const kept = new Uint8Array(line.length);
  kept[0] = 1;
  kept[line.length - 1] = 1;
  const stretches: (readonly [begin: number, end: number])[] = [[0, line.length - 1]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    let [begin, end] = stretch;
    // A stretch that comes back to where it began ends before.
    while (end > begin && line[begin]!.x === line[end]!.x && line[begin]!.y === line[end]!.y) kept[end--] = 0;
    let most = 0;
    let farthest = 0;
    for (let k = begin + 1; k < end; k++) {
      const distance = squaredDistance(line[k]!, line[begin]!, line[end]!);
      if (distance <= most) continue;
      most = distance;
      farthest = k;
    }
    if (most <= tolerance * tolerance) continue;
    kept[farthest] = 1;
    if (farthest < end - 1) stretches.push([farthest, end]);
    if (farthest > begin + 1) stretches.push([begin, farthest]);
  }
  return line.filter((_, k) => kept[k] === 1);
};

/** From the straight line through `from` and `to`. */
const squaredDistance = (point: Point, from: Point, to: Point): number => {
  const [c, d] = [to.x - from.x, to.y - from.y];
  if (c === 0 && d === 0) return 0;
  const area = (point.x - from.x) * d - c * (point.y - from.y);
  return (area * area) / (c * c + d * d);
};
