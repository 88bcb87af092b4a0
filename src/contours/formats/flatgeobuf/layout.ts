/** Conventions that the reader and the writer of FlatGeobuf (flatgeobuf.org, version 3) share. */

/** Version 3.0. A file of another patch level, the last byte, is read too. */
export const MAGIC = Uint8Array.of(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00);

/** Bytes of the size prefix of the header and of each feature. */
export const SIZE_PREFIX = 4;

/** Columns that are not measurements. */
export const columnNames = {
  id: 'id',
  name: 'name',
  classification: 'classification',
  color: 'color',
  locked: 'locked',
  slice: 'slice',
  channel: 'channel of the slice',
  time: 'time of the slice',
  metadata: 'metadata',
} as const;

/** The description of a column that holds a measurement; its title is the measurement's name. */
export const MEASUREMENT = 'measurement';

/** The member of the header's metadata with the image of the contours and their common metadata. */
export const OWN_MEMBER = 'snake-segmenter';
