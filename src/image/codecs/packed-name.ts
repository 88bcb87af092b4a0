/** The decoders whose WebAssembly comes as text. */
const names = ['openjpeg', 'zstd'] as const;

/** A decoder's WebAssembly. */
export type Packed = (typeof names)[number];

/** Whether `name` is one of them. */
export const isPacked = (name: unknown): name is Packed => names.some((each) => each === name);
