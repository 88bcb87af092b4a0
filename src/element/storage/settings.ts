/** The settings that belong to the work on an image. */
import { classificationOf } from '../../contours/formats/geojson.js';
import type { SegmenterProperties } from '../segmenter-properties.js';

const names = [
  'algorithm',
  'model',
  'channel',
  'parameters',
  'format',
  'classification',
  'classes',
  'display',
] as const;

type Name = (typeof names)[number];

/** The element's properties that are saved with an image. */
export type Settings = Pick<SegmenterProperties, Name>;

/** Whether a property is saved with an image. */
export const isSetting = (name: PropertyKey): boolean => names.some((setting) => setting === name);

/** Reads the settings of an element. */
export const settingsOf = (element: SegmenterProperties): Settings => {
  const { algorithm, model, channel, parameters, format, classification, classes, display } = element;
  return { algorithm, model, channel, parameters, format, classification, classes, display };
};

/** Sets those settings of an element that have the right type; others are left out, since a file may hold anything. */
export const applySettings = (element: SegmenterProperties, settings: Partial<Settings>): void => {
  const { algorithm, model, channel, parameters, format, classification, classes, display } = settings;
  Object.assign(element, {
    ...(typeof algorithm === 'string' ? { algorithm } : {}),
    ...(typeof display === 'object' && display !== null ? { display } : {}),
    model: text(model),
    channel: text(channel),
    ...(typeof parameters === 'object' && parameters !== null ? { parameters } : {}),
    ...(typeof format === 'string' ? { format } : {}),
    classification: classificationOf(classification),
    ...(Array.isArray(classes) ? { classes: classes.flatMap((entry) => classificationOf(entry) ?? []) } : {}),
  });
};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
