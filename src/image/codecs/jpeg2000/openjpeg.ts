/** JPEG 2000 by OpenJPEG, as @cornerstonejs/codec-openjpeg builds it for WebAssembly. */

import { factory } from 'codec:openjpeg';
import { because, Damage, quoted } from '../../../core/reasons.js';
import { startWasm, unpacked } from '../wasm.js';

interface Decoder {
  /** Room for the codestream, in the module's memory. */
  getEncodedBuffer(size: number): Uint8Array;
  decode(): void;
  getFrameInfo(): {
    readonly width: number;
    readonly height: number;
    readonly bitsPerSample: number;
    readonly componentCount: number;
    readonly isSigned: boolean;
  };
  /** A copy of the samples, the components of a pixel side by side, little-endian. */
  getDecodedBuffer(): Uint8Array;
  delete(): void;
}

/** The decoder's WebAssembly module, as far as it is used. */
export interface OpenJpeg {
  readonly J2KDecoder: new () => Decoder;
  readonly HEAPU8: Uint8Array;
}

/** A decoded picture: the components of a pixel side by side, little-endian. */
export interface DecodedFrame {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly components: number;
  readonly bytes: Uint8Array;
}

/** Memory of an instance, in bytes, above which the next call makes a new instance, because WebAssembly memory never shrinks. */
const LARGE = 2 ** 27;

let complaint = '';
let instance: OpenJpeg | undefined;

/** The decoder reports failures only by printing messages. */
const hear = (line: string): void => {
  if (/^\[(ERROR|WARNING)\]/.test(line) && complaint === '') complaint = line.replace(/^\[\w+\] */, '').trim();
};

const start = async (): Promise<OpenJpeg> =>
  factory({ wasmBinary: await unpacked('openjpeg'), print: hear, printErr: hear });

/**
 * Decodes a codestream, or a JP2 file with one.
 * @throws RangeError where it is damaged or cut short; SegmenterError `unsupported` where WebAssembly is forbidden
 */
export const decodeFrame = async (bytes: Uint8Array): Promise<DecodedFrame> => {
  const openjpeg = instance ?? (await startWasm('JPEG 2000', start));
  instance = undefined;
  complaint = '';
  try {
    const decoder = new openjpeg.J2KDecoder();
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo();
    const samples = decoder.getDecodedBuffer();
    decoder.delete();
    if (complaint !== '' || samples.length === 0) throw new Error();
    if (openjpeg.HEAPU8.length <= LARGE) instance = openjpeg;
    return { width, height, bits: bitsPerSample, components: componentCount, bytes: samples };
  } catch (cause) {
    const own = complaint || (cause instanceof Error ? cause.message : '');
    const reason = own ? quoted(own) : because('decoder-failed')`the decoder failed`;
    throw new Damage(because('jpeg2000-damaged')`its JPEG 2000 stream is damaged: ${reason}`, { cause });
  }
};
