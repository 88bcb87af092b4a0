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

export type Settings = Pick<SegmenterProperties, Name>;

export const isSetting = (name: PropertyKey): boolean => names.some((setting) => setting === name);

export const settingsOf = (element: SegmenterProperties): Settings => {
  const { algorithm, model, channel, parameters, format, classification, classes, display } = element;
  return { algorithm, model, channel, parameters, format, classification, classes, display };
};

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
