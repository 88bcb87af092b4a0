/** The worker side of the pool: it fetches and decodes like the engine's own thread. */
import { transfer } from 'comlink';
import { type ErrorData, SegmenterError } from '../../core/errors.js';
import { loaded } from '../../core/later.js';
import type { ChunkCodec } from '../codecs/chunks.js';
import type { SubblockTerms } from '../formats/czi/decode-subblock.js';
import type { FrameKind } from '../formats/dicom/frame-kind.js';
import type { BlockTerms } from '../formats/tiff/decode-block.js';
import type { HttpAnswer, HttpOptions } from '../io/answer.js';
import { download } from '../io/http.js';
import type { NumberArray, SampleArray, Samples } from '../samples.js';

/** Options of a request that can be sent to a worker. */
export type FetchTerms = Pick<HttpOptions, 'range' | 'limit' | 'version'>;

/** An answer, or the error that it ended with. */
export type Fetched = { readonly answer: HttpAnswer } | { readonly error: ErrorData };

/** Every method but `fetch` decodes one tile, whose samples leave without a copy. Codecs are loaded when first needed. */
export class Decoder {
  readonly #fetching = new Map<number, AbortController>();

  /** As `download`, until the request with this number is aborted. */
  async fetch(number: number, url: string, terms: FetchTerms): Promise<Fetched> {
    const controller = new AbortController();
    this.#fetching.set(number, controller);
    try {
      const answer = await download(url, { ...terms, signal: controller.signal });
      return transfer({ answer }, [answer.bytes.buffer]);
    } catch (error) {
      if (error instanceof SegmenterError) return { error: error.toJSON() };
      throw error;
    } finally {
      this.#fetching.delete(number);
    }
  }

  abandon(number: number): void {
    this.#fetching.get(number)?.abort();
  }

  async picture(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Samples> {
    const { decodePicture } = await loaded(import('../codecs/decode.js'));
    const { data, missing, ...size } = await decodePicture(bytes, name);
    const own = { ...size, data: ownOf(data) };
    if (missing === undefined) return transfer(own, [own.data.buffer]);
    const mask = ownOf(missing);
    return transfer({ ...own, missing: mask }, [own.data.buffer, mask.buffer]);
  }

  async block(bytes: Uint8Array, terms: BlockTerms): Promise<NumberArray> {
    const { decodeBlock } = await loaded(import('../formats/tiff/decode-block.js'));
    return sent(ownOf(await decodeBlock(bytes, terms)));
  }

  async frame(bytes: Uint8Array, kind: FrameKind): Promise<SampleArray> {
    const { decodeFrame } = await loaded(import('../formats/dicom/frame.js'));
    return sent(ownOf(await decodeFrame(bytes, kind)));
  }

  async subblock(bytes: Uint8Array, terms: SubblockTerms): Promise<SampleArray> {
    const { decodeSubblock } = await loaded(import('../formats/czi/decode-subblock.js'));
    return sent(ownOf(await decodeSubblock(bytes, terms)));
  }

  async chunk(codec: ChunkCodec, bytes: Uint8Array, most: number): Promise<Uint8Array> {
    const { unpackChunk } = await loaded(import('../codecs/chunks.js'));
    return sent(ownOf(await unpackChunk(codec, bytes, most)));
  }
}

interface Sliced<A> {
  readonly buffer: ArrayBufferLike;
  readonly byteLength: number;
  slice(): A;
}

/** An array that fills its buffer; decoders may return a part of a buffer. */
const ownOf = <A extends Sliced<A>>(data: A): A => (data.byteLength === data.buffer.byteLength ? data : data.slice());

const sent = <A extends ArrayBufferView>(data: A): A =>
  data.buffer instanceof ArrayBuffer ? transfer(data, [data.buffer]) : data;
