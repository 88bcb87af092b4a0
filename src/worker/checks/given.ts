/** Checks of the values that callers pass to an engine; each is read once. */
import type { BackendChoice } from '../../compute/backend.js';
import { badParameter } from '../../core/errors.js';
import { copied, givenOf, membersOf, optionsOf, reading, signalOf, textOf } from '../../core/given.js';
import { uuid } from '../../core/uuid.js';
import { checkSource } from '../../image/check-spec.js';
import type { ImageSpec } from '../../image/image-spec.js';
import { sampleArrayOf } from '../../image/sample-arrays.js';
import type { ImageSource } from '../../image/samples.js';
import type { SampleKind } from '../begun.js';
import type { ArrayImage, EngineOptions, EngineRequest, SegmentRunOptions } from '../engine-types.js';
import { checkPixelBudget } from './request.js';

const backends: readonly unknown[] = ['auto', 'webgpu', 'cpu'] satisfies BackendChoice[];
const isBackend = (value: unknown): value is BackendChoice => backends.includes(value);

/** Throws `bad-parameter`. */
export const checkOptions = (given?: EngineOptions): EngineOptions & { readonly backend: BackendChoice } =>
  reading('options', () => optionsIn(given));

const optionsIn = (given?: EngineOptions): EngineOptions & { readonly backend: BackendChoice } => {
  const options = optionsOf(given, 'backend', 'gpu', 'pixelBudget', 'evolvers', 'onBackendChange');
  const { backend = 'auto', gpu, pixelBudget, evolvers, onBackendChange } = options;
  if (!isBackend(backend)) throw badParameter('backend', backend, 'it must be auto, webgpu or cpu');
  if (pixelBudget !== undefined) checkPixelBudget(pixelBudget);
  if (gpu !== undefined && typeof gpu?.requestAdapter !== 'function')
    throw badParameter('gpu', gpu, "it must be a GPU, such as Dawn's create([]) gives");
  if (onBackendChange !== undefined && typeof onBackendChange !== 'function')
    throw badParameter('onBackendChange', onBackendChange, 'it must be a function');
  if (evolvers !== undefined && !(typeof evolvers?.start === 'function' && Number.isFinite(evolvers.cores)))
    throw badParameter('evolvers', evolvers, 'it must be {start, cores}, such as evolvers() of node.js gives');
  return { backend, gpu, pixelBudget, evolvers, onBackendChange };
};

type GivenImage =
  | { readonly source: ImageSource; readonly spec?: undefined }
  | { readonly source?: undefined; readonly spec: ImageSpec };

/** A source of the caller's own, recognised by its `region`, or samples. Throws `bad-parameter`. */
export const imageIn = (image: ArrayImage | ImageSource): GivenImage => {
  if (typeof image !== 'object' || image === null)
    throw badParameter('image', image, 'it must be {width, height, data}, or a source');
  return reading('image', () =>
    'region' in image
      ? { source: checkSource(image) }
      : { spec: { ...image, data: sampleArrayOf(image.data), kind: 'samples' } },
  );
};

/** Throws `bad-parameter` where the value is not an image. */
export const checkImage = (image: ImageSource): void => {
  if (typeof image !== 'object' || image === null || typeof reading('image', () => image.region) !== 'function')
    throw badParameter('image', image, 'it must be an image that was opened or loaded');
};

/** Throws `bad-parameter` where the value is neither an image nor says which samples one has. */
export const checkKind = (kind: SampleKind): void => {
  const { bands, bits, stack } = membersOf('image', kind);
  if (!(Number.isInteger(bands) && Number(bands) >= 1) || (bits !== 8 && bits !== 16 && bits !== 32))
    throw badParameter('image', kind, 'it must be an image, or {bands, bits} of one');
  membersOf('image.stack', stack);
};

/** A copy of a request, read once. */
export interface ReadRequest {
  readonly id: string;
  readonly signal: AbortSignal | undefined;
  readonly paused: boolean;
  /** Returns the request, or throws the error found while reading it, which then rejects the run. */
  readonly task: () => EngineRequest;
}

/** Copies a request as plain data, or records what is wrong with it. Never throws. */
export const readRequest = (image: ImageSource, request: EngineRequest, options?: SegmentRunOptions): ReadRequest => {
  try {
    const { signal, id } = optionsOf(options, 'signal', 'id');
    const its = givenOf('request', request, 'it must be an object with an init');
    const task = reading('request', () => taken(its));
    membersOf('parameters', task.parameters);
    checkImage(image);
    if (task.paused !== undefined && typeof task.paused !== 'boolean')
      throw badParameter('paused', task.paused, 'it must be true or false');
    return {
      id: textOf('id', id) ?? uuid(),
      signal: signalOf(signal),
      paused: task.paused ?? false,
      task: () => task,
    };
  } catch (error) {
    const task = (): never => {
      throw error;
    };
    return { id: uuid(), signal: undefined, paused: false, task };
  }
};

/** A request that the caller may change afterwards; the lists of examples are as large as their contours, and stay. */
const taken = ({ like, unlike, ...request }: EngineRequest): EngineRequest => ({
  ...copied(request),
  ...(like !== undefined && { like }),
  ...(unlike !== undefined && { unlike }),
});
