type Numbers = Uint8Array | Uint16Array | Float32Array;

/** Fills an array with one value per index; `from` of an array with a function takes five to thirty times as long. */
export const computed = <Its extends Numbers>(out: Its, valueAt: (index: number) => number): Its => {
  for (let i = 0; i < out.length; i++) out[i] = valueAt(i);
  return out;
};
