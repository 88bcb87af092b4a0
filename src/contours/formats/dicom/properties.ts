/** Properties of segments and groups of annotations. */

import { isRecord } from '../../../core/record.js';
import { type Dataset, itemOf, textOf, valuesOf } from '../../../image/formats/dicom/dataset.js';
import { type Classification, colourOf } from '../features.js';
import { rgbOf } from './lab.js';
import { exact } from './own-members.js';
import { UNTOLD } from './references.js';

/** Private values as a record, empty where they are not a record. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/**
 * The class of a segment or a group; its name is the meaning of the property type.
 * @param type the tag of the sequence with the property type
 * @param own the original name
 */
export const classIn = (data: Dataset, type: string, own: unknown): Classification | undefined => {
  const item = itemOf(data, type);
  const told = textOf(item, '00080100') === UNTOLD ? undefined : textOf(item, '00080104');
  const name = exact(told, own);
  if (name === undefined || name === '') return undefined;
  const [l, a, b] = valuesOf(data, '0062000D').map(Number);
  const color =
    l !== undefined && a !== undefined && b !== undefined && [l, a, b].every((v) => v >= 0 && v <= 65535)
      ? rgbOf([l, a, b])
      : colourOf(name);
  return { name, color };
};
