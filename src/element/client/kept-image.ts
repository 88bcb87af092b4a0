/** Copies of an image's specification, with which a later worker opens the image again. */

import { pause } from '../../core/pause.js';
import { absolute } from '../../core/url.js';
import { type ImageSpec, type SentSpec, type SpecHost, takeApart } from '../../image/image-spec.js';
import type { SampleArray } from '../../image/samples.js';

/** A specification on its way to a worker, with the buffers that move there. */
export interface Parcel {
  readonly spec: SentSpec;
  /** The functions of the specification, which the worker calls. */
  readonly host?: SpecHost;
  readonly transfer: readonly ArrayBuffer[];
}

/** An image's specification, to be sent more than once. */
export interface KeptImage {
  /** For the first worker: the caller's own arrays. */
  readonly first: Parcel;
  /** For a later one. */
  again(): Promise<Parcel>;
}

/**
 * Keeps a specification. Addresses and files are given again as they are. Samples are transferred, so their bytes are first put into a `Blob`,
 * which lies outside the page's heap and may be paged out. Shared memory stays where it is; a view of part of a
 * buffer is copied, so that the rest of the buffer stays with its owner.
 */
export const keep = async (spec: ImageSpec): Promise<KeptImage> => {
  if (spec.kind !== 'samples') {
    const { sent, host } = takeApart(spec.kind === 'url' ? { ...spec, url: absolute(spec.url) ?? spec.url } : spec);
    const parcel: Parcel = { spec: sent, ...(host === undefined ? {} : { host }), transfer: [] };
    return { first: parcel, again: async () => parcel };
  }
  const data = await keepArray(spec.data, samplesLike(spec.data));
  const missing = spec.missing && (await keepArray(spec.missing, (buffer) => new Uint8Array(buffer)));
  const parcel = (samples: SampleArray, mask: Uint8Array | undefined): Parcel => {
    const buffers = [samples, mask].map((array) => (ArrayBuffer.isView(array) ? array.buffer : undefined));
    return {
      spec: { ...spec, data: samples, missing: mask },
      transfer: buffers.filter((b) => b instanceof ArrayBuffer),
    };
  };
  return {
    first: parcel(data.first, missing?.first),
    again: async () => parcel(await data.again(), await missing?.again()),
  };
};

interface Kept<T> {
  readonly first: T;
  again(): Promise<T>;
}

const keepArray = async <T extends SampleArray>(array: T, like: (buffer: ArrayBuffer) => T): Promise<Kept<T>> => {
  if (!ArrayBuffer.isView(array) || !(array.buffer instanceof ArrayBuffer))
    return { first: array, again: async () => array };
  const { buffer, byteOffset, byteLength } = array;
  const own = byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  const blob = await blobOf(own);
  return { first: own === buffer ? array : like(own), again: async () => like(await blob.arrayBuffer()) };
};

const samplesLike =
  (array: SampleArray) =>
  (buffer: ArrayBuffer): SampleArray => {
    if (array instanceof Uint8Array) return new Uint8Array(buffer);
    return array instanceof Uint16Array ? new Uint16Array(buffer) : new Float32Array(buffer);
  };

/** Bytes copied between two turns of the page's message loop. */
const PIECE = 2 ** 24;

const blobOf = async (buffer: ArrayBuffer): Promise<Blob> => {
  const pieces: Blob[] = [];
  for (let from = 0; from < buffer.byteLength; from += PIECE) {
    const length = Math.min(PIECE, buffer.byteLength - from);
    pieces.push(new Blob([new Uint8Array(buffer, from, length)]));
    await pause();
  }
  return new Blob(pieces);
};
