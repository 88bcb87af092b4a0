/**
 * Writes a small network as ONNX: `node scripts/data/make-onnx-model.mjs FILE`, the same bytes every time. It takes a picture as 1 × 3 × height ×
 * width of 0 to 1, and gives for each pixel how much brighter it is than the whole, as 0 to 1: luminance, mean of 5 × 5, less
 * the mean of all, through a sigmoid. Its weights are set and not learned: it stands for a network of the page's own.
 * The format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A whole number as a varint of protocol buffers. */
const varint = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);

const whole = (field, value) => [...varint(field << 3), ...varint(value)];
const bytes = (field, content) => [...varint((field << 3) | 2), ...varint(content.length), ...content];
const text = (field, value) => bytes(field, [...new TextEncoder().encode(value)]);
const float32 = (values) => [...new Uint8Array(Float32Array.from(values).buffer)];

const FLOAT = 1;
const INTS = 7;

const attribute = (name, values) =>
  bytes(5, [...text(1, name), ...values.flatMap((value) => whole(8, value)), ...whole(20, INTS)]);

const node = (type, inputs, output, attributes = []) =>
  bytes(1, [...inputs.flatMap((name) => text(1, name)), ...text(2, output), ...text(4, type), ...attributes.flat()]);

const constant = (name, dims, values) =>
  bytes(5, [
    ...dims.flatMap((dim) => whole(1, dim)),
    ...whole(2, FLOAT),
    ...text(8, name),
    ...bytes(9, float32(values)),
  ]);

/** `dims`: numbers, or names of sizes that are open. */
const tensor = (field, name, dims) => {
  const shape = dims.flatMap((dim) => bytes(1, typeof dim === 'number' ? whole(1, dim) : text(2, dim)));
  return bytes(field, [...text(1, name), ...bytes(2, bytes(1, [...whole(1, FLOAT), ...bytes(2, shape)]))]);
};

/** The network as a file. */
export const onnxModel = () => {
  const graph = [
    ...node('Conv', ['picture', 'luminance'], 'grey'),
    ...node('AveragePool', ['grey'], 'smooth', [attribute('kernel_shape', [5, 5]), attribute('pads', [2, 2, 2, 2])]),
    ...node('GlobalAveragePool', ['smooth'], 'mean'),
    ...node('Sub', ['smooth', 'mean'], 'above'),
    ...node('Mul', ['above', 'steepness'], 'steep'),
    ...node('Sigmoid', ['steep'], 'mask'),
    ...text(2, 'bright'),
    // Weights of red, green and blue by Rec. 601.
    ...constant('luminance', [1, 3, 1, 1], [0.299, 0.587, 0.114]),
    // A tenth of the range of values above the mean is surely bright.
    ...constant('steepness', [1], [40]),
    ...tensor(11, 'picture', [1, 3, 'height', 'width']),
    ...tensor(12, 'mask', [1, 1, 'height', 'width']),
  ];
  const operators = bytes(8, whole(2, 13));
  return Uint8Array.from([...whole(1, 8), ...text(2, 'snake-segmenter'), ...bytes(7, graph), ...operators]);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file] = process.argv;
  if (!file) throw new Error('make-onnx-model.mjs needs the name of a file');
  writeFileSync(file, onnxModel());
}
