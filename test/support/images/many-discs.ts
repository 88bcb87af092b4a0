/** Wobbly discs of three bands on an uneven ground, and a box round each. */
export const PITCH = 26;

export const manyDiscs = (columns: number, rows: number) => {
  const [width, height] = [columns * PITCH, rows * PITCH];
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [u, v] = [(x % PITCH) - PITCH / 2, (y % PITCH) - PITCH / 2];
    const inside = Math.hypot(u, v) < 7 * (1 + 0.2 * Math.cos(3 * Math.atan2(v, u) + x));
    for (let k = 0; k < 3; k++) data[3 * i + k] = (inside ? 150 - 20 * k : 70 + 30 * k) + ((i * 7919 + k * 31) % 23);
  }
  const boxes = Array.from({ length: columns * rows }, (_, i) => ({
    x: (i % columns) * PITCH + 3,
    y: Math.floor(i / columns) * PITCH + 3,
    width: PITCH - 6,
    height: PITCH - 5,
  }));
  return { image: { width, height, bands: 3, data }, boxes };
};
