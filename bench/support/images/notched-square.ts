/** Samples of 16 bits: a square with a notch from above, of mean 8000 + snr · 1500 before 8000, Gaussian noise of 1500. */
export const notchedSquare = (side: number, snr: number): Uint16Array => {
  const uniform = mulberry32(1000 + side + snr * 7 + 1);
  let spare: number | undefined;
  const normal = (): number => {
    const kept = spare;
    spare = undefined;
    if (kept !== undefined) return kept;
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return Uint16Array.from({ length: side * side }, (_, i) => {
    const x = ((i % side) + 0.5) / side - 0.52;
    const y = (Math.floor(i / side) + 0.5) / side - 0.47;
    const inside = Math.abs(x) < 0.3 && Math.abs(y) < 0.3 && !(Math.abs(x) < 0.12 && y < 0.14);
    return Math.min(65535, Math.max(0, Math.round(8000 + (inside ? snr * 1500 : 0) + 1500 * normal())));
  });
};

/** Mulberry32 (Tommy Ettinger, 2017, public domain): 0 to 1. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
