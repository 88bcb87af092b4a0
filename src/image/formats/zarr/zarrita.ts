/** The part of the package `zarrita` that is used, which the build puts into one module: without its codecs, since ours are in the package. */
export type { BigintDataType, NumberDataType } from 'zarrita';
export { Array as ZarrArray, isZarritaError, open, registry, root } from 'zarrita';
