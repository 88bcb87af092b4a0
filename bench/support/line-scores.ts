/** Scores of strengths and areas against a truth, within the pixels that count. */

export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Area under the ROC curve, ties counted half. */
export const areaUnderCurve = (strength: ArrayLike<number>, truth: Uint8Array, counts: Uint8Array): number => {
  const places = Array.from(counts.keys()).filter((i) => counts[i] !== 0);
  places.sort((a, b) => strength[a]! - strength[b]!);
  let rankSum = 0;
  let positives = 0;
  for (let i = 0; i < places.length; ) {
    let j = i;
    while (j < places.length && strength[places[j]!] === strength[places[i]!]) j++;
    for (let p = i; p < j; p++) {
      if (truth[places[p]!] === 0) continue;
      positives++;
      rankSum += (i + j + 1) / 2;
    }
    i = j;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (places.length - positives));
};

export interface AreaScores {
  readonly sensitivity: number;
  readonly specificity: number;
  readonly f1: number;
  /** With one pixel's tolerance. */
  readonly tolerantF1: number;
}

export const areaScores = (found: Uint8Array, truth: Uint8Array, counts: Uint8Array, width: number): AreaScores => {
  const nearFound = dilated(found, width);
  const nearTruth = dilated(truth, width);
  const n = { both: 0, found: 0, truth: 0, all: 0, foundNear: 0, truthNear: 0 };
  for (let i = 0; i < found.length; i++) {
    if (counts[i] === 0) continue;
    const [f, t] = [Number(found[i] !== 0), Number(truth[i] !== 0)];
    n.all++;
    n.found += f;
    n.truth += t;
    n.both += f & t;
    n.foundNear += f & nearTruth[i]!;
    n.truthNear += t & nearFound[i]!;
  }
  const precision = n.foundNear / n.found;
  const recall = n.truthNear / n.truth;
  return {
    sensitivity: n.both / n.truth,
    specificity: (n.all - n.found - n.truth + n.both) / (n.all - n.truth),
    f1: (2 * n.both) / (n.found + n.truth),
    tolerantF1: (2 * precision * recall) / (precision + recall),
  };
};

/** Grown by `radius` pixels in x and y. */
export const dilated = (mask: Uint8Array, width: number, radius = 1): Uint8Array => {
  const grown = new Uint8Array(mask.length);
  const height = mask.length / width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x] === 0) continue;
      for (let Y = Math.max(0, y - radius); Y <= Math.min(height - 1, y + radius); Y++)
        grown.fill(1, Y * width + Math.max(0, x - radius), Y * width + Math.min(width, x + radius + 1));
    }
  }
  return grown;
};

/** Shrunk by `radius` pixels in x and y. */
export const eroded = (mask: Uint8Array, width: number, radius: number): Uint8Array =>
  dilated(
    mask.map((value) => Number(value === 0)),
    width,
    radius,
  ).map((value) => Number(value === 0));
