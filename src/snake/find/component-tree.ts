/**
 * The tree of the connected parts that thresholds cut out of an image (max-tree: Salembier, Oliveras and Garrido, 1998; built
 * by union-find as Berger et al., 2007, do). 4 neighbours; a part is named by one of its pixels.
 */

/** One byte a pixel, 255 the highest; pixels that `missing` flags belong to no part. */
export interface Relief {
  readonly width: number;
  readonly height: number;
  readonly levels: Uint8Array;
  readonly missing?: Uint8Array | undefined;
}

export class ComponentTree {
  /** Pixels that name a part, every part before the one that holds it. */
  readonly parts: Int32Array;
  /** By a part's pixel: the part that holds it; itself where nothing does. */
  readonly holder: Int32Array;
  /** By a part's pixel, in pixels; the sides of its bounding box inclusive, its perimeter in unit edges. */
  readonly area: Int32Array;
  readonly perimeter: Int32Array;
  readonly left: Int32Array;
  readonly top: Int32Array;
  readonly right: Int32Array;
  readonly bottom: Int32Array;
  /** Whether a pixel names a part. */
  readonly #named: Uint8Array;

  constructor({ width, height, levels, missing }: Relief) {
    const count = width * height;
    const order = descending(levels, missing);
    const holder = new Int32Array(count).fill(-1);
    const root = new Int32Array(count);
    this.area = new Int32Array(count);
    this.perimeter = new Int32Array(count);
    this.left = new Int32Array(count);
    this.top = new Int32Array(count);
    this.right = new Int32Array(count);
    this.bottom = new Int32Array(count);
    const find = (pixel: number): number => {
      let at = pixel;
      while (root[at] !== at) {
        root[at] = root[root[at]!]!;
        at = root[at]!;
      }
      return at;
    };
    for (const pixel of order) {
      const x = pixel % width;
      const y = (pixel - x) / width;
      holder[pixel] = root[pixel] = pixel;
      this.area[pixel] = 1;
      this.perimeter[pixel] = 4;
      this.left[pixel] = this.right[pixel] = x;
      this.top[pixel] = this.bottom[pixel] = y;
      const join = (other: number): void => {
        if (holder[other]! < 0) return;
        this.perimeter[pixel]! -= 2;
        const part = find(other);
        if (part !== pixel) this.#swallow(pixel, part, holder, root);
      };
      if (x > 0) join(pixel - 1);
      if (x + 1 < width) join(pixel + 1);
      if (y > 0) join(pixel - width);
      if (y + 1 < height) join(pixel + width);
    }
    // From the holders down: a part of the same level as its holder is the holder itself.
    for (let i = order.length - 1; i >= 0; i--) {
      const pixel = order[i]!;
      const above = holder[pixel]!;
      if (levels[holder[above]!] === levels[above]) holder[pixel] = holder[above]!;
    }
    this.holder = holder;
    this.parts = order.filter((pixel) => holder[pixel] === pixel || levels[holder[pixel]!] !== levels[pixel]);
    this.#named = new Uint8Array(count);
    for (const part of this.parts) this.#named[part] = 1;
  }

  /** By a part's pixel: the sum of a number over its pixels. */
  sums(of: (pixel: number) => number): Float64Array {
    const { holder, parts } = this;
    const sums = new Float64Array(holder.length);
    for (let pixel = 0; pixel < holder.length; pixel++) {
      if (holder[pixel]! >= 0) sums[this.#named[pixel] === 1 ? pixel : holder[pixel]!]! += of(pixel);
    }
    for (const part of parts) if (holder[part] !== part) sums[holder[part]!]! += sums[part]!;
    return sums;
  }

  #swallow(pixel: number, part: number, holder: Int32Array, root: Int32Array): void {
    holder[part] = root[part] = pixel;
    this.area[pixel]! += this.area[part]!;
    this.perimeter[pixel]! += this.perimeter[part]!;
    this.left[pixel] = Math.min(this.left[pixel]!, this.left[part]!);
    this.top[pixel] = Math.min(this.top[pixel]!, this.top[part]!);
    this.right[pixel] = Math.max(this.right[pixel]!, this.right[part]!);
    this.bottom[pixel] = Math.max(this.bottom[pixel]!, this.bottom[part]!);
  }
}

/** Pixels with data from the highest level to the lowest, those of one level in their order. */
const descending = (levels: Uint8Array, missing: Uint8Array | undefined): Int32Array => {
  const starts = new Int32Array(257);
  let count = 0;
  for (let i = 0; i < levels.length; i++) {
    if (missing?.[i]) continue;
    starts[256 - levels[i]!]!++;
    count++;
  }
  for (let k = 1; k <= 256; k++) starts[k]! += starts[k - 1]!;
  const order = new Int32Array(count);
  for (let i = 0; i < levels.length; i++) if (!missing?.[i]) order[starts[255 - levels[i]!]!++] = i;
  return order;
};
