/** UUIDs derived from a name (RFC 9562, version 5): the same work gives the same ids on every machine. */
import { createHash } from 'node:crypto';

/** This package's own namespace. */
const NAMESPACE = Buffer.from('2f6d1c1e8a3b4f0f9a56b2d5c7e41a90', 'hex');

/** The UUID of a name. */
export const nameUuid = (name: string): string => {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
