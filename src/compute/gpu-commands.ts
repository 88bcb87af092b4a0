/** The commands of a recording, for the encoders of a device. */
import { gpuOf, write } from './gpu-memory.js';
import { Uploads } from './gpu-uploads.js';
import type { Command, DeviceBuffer, Groups, Recording } from './recording.js';

type Of<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;

/** Encodes the dispatch of the current kernel; nothing where there are no workgroups. */
export const dispatch = (pass: GPUComputePassEncoder, groups: Groups): void => {
  if ('indirect' in groups) pass.dispatchWorkgroupsIndirect(gpuOf(groups.indirect), groups.offset * 4);
  else if (!groups.includes(0)) pass.dispatchWorkgroups(groups[0], groups[1], groups[2]);
};

/** The names of a recording's kernels, each once. */
export const kernelsOf = (recording: Recording): readonly string[] => [
  ...new Set(recording.commands.flatMap((command) => (command.kind === 'dispatch' ? [command.kernel.name] : []))),
];

/** The device's buffer of a buffer, checked to hold `length` words from `offset` on. Throws `RangeError` beyond its end: the device's buffer may be longer. */
const holding = (buffer: DeviceBuffer, offset: number, length: number): GPUBuffer => {
  if (4 * (offset + length) <= buffer.byteLength) return gpuOf(buffer);
  throw new RangeError(`${length} words from ${offset} on of ${buffer.label}, which has ${buffer.byteLength / 4}`);
};

/** Records a copy of words. */
export const copyWords = (encoder: GPUCommandEncoder, { from, fromOffset, to, toOffset, length }: Of<'copy'>): void => {
  const [source, target] = [holding(from, fromOffset, length), holding(to, toOffset, length)];
  encoder.copyBufferToBuffer(source, fromOffset * 4, target, toOffset * 4, length * 4);
};

/** Records a copy of words to byte `at` of a staging buffer. */
export const readWords = (
  encoder: GPUCommandEncoder,
  { buffer, offset, length }: Of<'read'>,
  staging: GPUBuffer,
  at: number,
): void => encoder.copyBufferToBuffer(holding(buffer, offset, length), offset * 4, staging, at, length * 4);

/** Writes words, in pieces: through `uploads` in the encoder from `encoding`, where it accepts them; else directly, after the submit that `flush` makes. */
export const writeWords = (
  device: GPUDevice,
  uploads: Uploads,
  { buffer, offset, data }: Of<'write'>,
  encoding: () => GPUCommandEncoder,
  flush: () => void,
): void => {
  const gpu = holding(buffer, offset, data.length);
  for (let at = 0; at < data.length; at += Uploads.words) {
    const piece = data.subarray(at, at + Uploads.words);
    const from = uploads.take(piece);
    if (from) encoding().copyBufferToBuffer(from, 0, gpu, 4 * (offset + at), piece.byteLength);
    else {
      flush();
      write(device, gpu, piece, offset + at);
    }
  }
};
