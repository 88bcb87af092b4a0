// #constants level-set/kernels/simd/places: Place, Beside, Listed

/** Where the places of `Place` begin. */
const TABLE: usize = 1024;

/** A number of a run, or the address of an array. */
export function given(place: i32): i32 {
  return load<i32>(TABLE + ((<usize>place) << 2));
}

export function array(place: i32): usize {
  return <usize>given(place);
}

/** The address of word `k` of an array. */
export function word(from: usize, k: usize): usize {
  return from + (k << 2);
}
