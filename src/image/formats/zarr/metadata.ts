/**
 * Validates the metadata of an array before zarrita reads them: zarrita starts all codecs in parallel, and if two of them fail, the second
 * failure is an unhandled rejection, which ends a Node process.
 */

import { SegmenterError, show } from '../../../core/errors.js';
import { because, type Reason } from '../../../core/reasons.js';
import { isRecord } from '../../../core/record.js';
import { registry } from './zarrita.js';

type Json = Readonly<Record<string, unknown>>;

/** Files that say what an array is. */
const OF_ARRAY = /\/(zarr\.json|\.zarray)$/;
/** Codecs may lie in codecs: shards in shards. */
const DEEPEST = 4;

/**
 * Refuses unknown codecs.
 * @throws SegmenterError `unsupported` naming the codec, `image-unreadable` where the list is none
 */
export const checkMetadata = (key: string, bytes: Uint8Array, name: string): void => {
  if (!OF_ARRAY.test(key)) return;
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Zarrita reports the error.
    return;
  }
  if (!isRecord(data) || data.node_type === 'group') return;
  if (key.endsWith('.zarray')) checkVersion2(data, name);
  else checkList(data.codecs, name, 0);
};

const unreadable = (name: string, what: Reason, value: unknown): SegmenterError =>
  new SegmenterError('image-unreadable', { name, reason: because('zarr-its')`its ${what} is ${show(value)}` });

const CODEC = because('zarr-a-codec')`codec`;

const checkName = (codec: unknown, name: string): void => {
  if (typeof codec !== 'string') throw unreadable(name, CODEC, codec);
  if (!registry.has(codec))
    throw new SegmenterError('unsupported', {
      what: because('zarr-image')`the Zarr image ${name}`,
      reason: because('zarr-codec')`its codec ${show(codec.replace(/^numcodecs\./, ''))} is not read`,
    });
};

const checkVersion2 = ({ filters, compressor }: Json, name: string): void => {
  if (filters !== undefined && filters !== null && !Array.isArray(filters))
    throw unreadable(name, because('zarr-filters')`list of filters`, filters);
  const listed: readonly unknown[] = Array.isArray(filters) ? filters : [];
  for (const each of [...listed, ...(compressor ? [compressor] : [])]) {
    if (!isRecord(each)) throw unreadable(name, CODEC, each);
    const { id } = each;
    // Zarrita reads it as two others.
    if (id === 'fixedscaleoffset' || id === 'numcodecs.fixedscaleoffset') continue;
    checkName(typeof id === 'string' ? `numcodecs.${id}` : id, name);
  }
};

const checkList = (codecs: unknown, name: string, depth: number): void => {
  if (!Array.isArray(codecs) || depth > DEEPEST) throw unreadable(name, because('zarr-codecs')`list of codecs`, codecs);
  for (const each of codecs) {
    if (!isRecord(each)) throw unreadable(name, CODEC, each);
    if (each.name !== 'sharding_indexed') {
      checkName(each.name, name);
      continue;
    }
    if (!isRecord(each.configuration)) throw unreadable(name, because('zarr-shard')`shard`, each.configuration);
    checkList(each.configuration.codecs, name, depth + 1);
    checkList(each.configuration.index_codecs, name, depth + 1);
  }
};
