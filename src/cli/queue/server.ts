/** The queue's packages and its server: loaded and connected to only when a queue is used. */
import type { Redis } from 'ioredis';
import { reasonOf, SegmenterError } from '../../core/errors.js';
import { systemCode } from '../../image/io/file-error.js';

/** The packages of the queue, BullMQ and the client of Redis. */
export type QueuePackages = typeof import('bullmq') & { readonly Redis: typeof Redis };

/** Rejects with `unsupported` where a package is not installed. */
export const queuePackages = async (): Promise<QueuePackages> => {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { ...bullmq, Redis: ioredis.Redis };
  } catch (cause) {
    const reason = 'the packages bullmq and ioredis are not installed; npm install bullmq ioredis';
    throw new SegmenterError('unsupported', { what: 'A queue', reason }, { cause });
  }
};

/**
 * A connection that waits for the server if it becomes unreachable later. Rejects with `no-queue` where the server is unreachable
 * now, or does not accept writes.
 */
export const connect = async ({ Redis }: QueuePackages, url: string): Promise<Redis> => {
  const refuse = (reason: string): never => {
    throw new SegmenterError('no-queue', { url: shown(url), reason });
  };
  if (!/^rediss?:\/\//.test(url)) refuse('an address is wanted such as redis://host:6379');
  const probe = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  let failure: unknown;
  probe.on('error', (error) => {
    failure = error;
  });
  try {
    await probe.connect();
    // Only a write shows whether the server accepts writes.
    await probe.set('snake-segmenter:probe', '1', 'EX', 60);
  } catch (error) {
    refuse(wordsOf(failure ?? error));
  } finally {
    probe.disconnect();
  }
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  return redis;
};

/** Errors of the single commands of a transaction that Redis refused. */
const causesOf = (error: unknown): readonly unknown[] => {
  const causes: unknown = error instanceof Error ? Reflect.get(error, 'previousErrors') : undefined;
  return Array.isArray(causes) ? causes : [];
};

/** Describes an error of the server. */
export const wordsOf = (error: unknown): string => {
  const [cause] = causesOf(error);
  if (cause !== undefined) return wordsOf(cause);
  const code = systemCode(error);
  const text = error instanceof Error ? error.message : '';
  if (code === 'ECONNREFUSED') return 'no Redis answers there; start one with redis-server';
  if (code === 'ENOTFOUND') return 'there is no such host';
  if (/^OOM /.test(text)) return 'Redis has no memory left; raise its maxmemory';
  if (/^(NOAUTH|WRONGPASS)/.test(text)) return 'it wants another password; give it as redis://user:password@host';
  if (/^READONLY/.test(text)) return 'it is a replica; give the address of the one that may be written to';
  return reasonOf(error).replace(/\.$/, '');
};

/** Without the password. */
const shown = (url: string): string => url.replace(/\/\/[^@/]*@/, '//');
