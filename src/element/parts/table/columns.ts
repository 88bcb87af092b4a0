/** Columns of the table of measurements: what is written of each object, and in which order objects stand. */
import { csvColumns } from '../../../contours/formats/streams/csv.js';
import { ownValue } from '../../../core/record.js';
import type { ImageInfo } from '../../../worker/protocol.js';
import { hasColourBands } from '../../contours/colour-bands.js';
import { type AnnotatedObject, className, contourOn, nameOf } from '../../contours/objects.js';
import { measurementTitle } from '../../i18n/fields/fields.js';
import type { Translate } from '../../i18n/messages.js';
import { measurementNames } from '../../seeing/colours.js';

/** A column; its id is the title that it has in files. */
export interface Column {
  readonly id: string;
  readonly title: string;
  /** CSS pixels. */
  readonly width: number;
  /** Its values are numbers. */
  readonly numeric: boolean;
  value(object: AnnotatedObject): string | number | undefined;
}

/** The order of rows by a column. */
export interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

/** The image and language that titles and values depend on. */
export interface ColumnContext {
  readonly t: Translate;
  readonly lang: string;
  readonly image: ImageInfo | undefined;
  /** Of a volume: the slice shown, on which contours are measured. */
  readonly slice: number | undefined;
}

/** CSS pixels. */
const WIDE = 150;
const FIGURE = 128;

/** Every column that the objects have something for. */
export const columnsOf = (objects: readonly AnnotatedObject[], context: ColumnContext): readonly Column[] => {
  const { t, lang, image, slice } = context;
  const contours = objects.flatMap((object) => object.contours);
  const colours = hasColourBands(image, contours);
  const several = objects.some((object) => object.contours.length > 1);
  return [
    {
      id: csvColumns.name,
      title: t('name'),
      width: WIDE,
      numeric: false,
      value: (object) => nameOf(object, t('object')),
    },
    ...(objects.some((object) => className(object) !== '')
      ? [
          {
            id: csvColumns.classification,
            title: t('className'),
            width: FIGURE,
            numeric: false,
            value: (object: AnnotatedObject) => className(object),
          },
        ]
      : []),
    ...(several
      ? [
          {
            id: 'Slices',
            title: t('slicesCount'),
            width: FIGURE,
            numeric: true,
            value: (object: AnnotatedObject) => object.contours.length,
          },
        ]
      : []),
    ...measurementNames(contours).map((name) => ({
      id: name,
      title: measurementTitle(lang, name, colours),
      width: FIGURE,
      numeric: true,
      value: (object: AnnotatedObject) => ownValue(contourOn(object, slice).properties.measurements, name),
    })),
  ];
};

const collator = new Intl.Collator(undefined, { numeric: true });

/** The rows in the order of a column; rows without a value come last either way. */
export const sorted = (
  rows: readonly AnnotatedObject[],
  columns: readonly Column[],
  sorting: Sorting | undefined,
): readonly AnnotatedObject[] => {
  const column = columns.find(({ id }) => id === sorting?.column);
  if (!column || !sorting) return rows;
  const sign = sorting.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: column.value(row) }));
  const isNone = (key: string | number | undefined): boolean => key === undefined || key === '' || Number.isNaN(key);
  return keyed
    .sort(({ key: a, row: one }, { key: b, row: other }) => {
      if (isNone(a) || isNone(b)) return Number(isNone(a)) - Number(isNone(b)) || one.number - other.number;
      const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
      return sign * order || one.number - other.number;
    })
    .map(({ row }) => row);
};
