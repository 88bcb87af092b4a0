/** Parameters of an algorithm, checked against its schema. */

import { badParameter } from '../core/errors.js';
import { isGiven } from '../core/given.js';
import { nearest, unknownName } from '../core/nearest.js';
import { because, type Reason } from '../core/reasons.js';
import type { AlgorithmSchema, ParameterSchema, Parameters } from './algorithm.js';

/** The value of a parameter that is not given: that of the preset named in `given`, or the schema's default. */
export const defaultOf = (name: string, given: Parameters, { properties, presets }: AlgorithmSchema): unknown => {
  const preset = typeof given.preset === 'string' ? presets?.[given.preset] : undefined;
  return preset?.[name] ?? properties[name]?.default;
};

/**
 * Checks the parameters given and fills in the defaults. A value of `undefined` or `null` counts as not given.
 * @throws SegmenterError `bad-parameter`, which names the parameter, the value received and the values allowed
 */
export const checkParameters = (given: Parameters, schema: AlgorithmSchema): Parameters => {
  const known = Object.keys(schema.properties);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(schema.properties, name) && isGiven(value))
      throw badParameter(name, value, unknownName(name, known));
  }
  const checked: Record<string, unknown> = {};
  for (const name of known) {
    const wanted = schema.properties[name]!;
    const value = given[name];
    if (!isGiven(value)) {
      const standard = defaultOf(name, given, schema);
      if (standard !== undefined) checked[name] = standard;
    } else if (fits(value, wanted)) checked[name] = value;
    else throw badParameter(name, value, describe(value, wanted));
  }
  return checked;
};

const fits = (value: unknown, schema: ParameterSchema): boolean => {
  if (schema.automatic === true && value === 'auto') return true;
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && (schema.enum === undefined || schema.enum.includes(value));
    case 'integer':
      return Number.isSafeInteger(value) && inRange(Number(value), schema);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && inRange(value, schema);
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= (schema.minItems ?? 0) &&
        value.length <= (schema.maxItems ?? Number.POSITIVE_INFINITY) &&
        value.every((item) => (schema.items?.type === 'integer' ? Number.isSafeInteger(item) : Number.isFinite(item)))
      );
  }
};

const inRange = (value: number, { minimum, maximum, exclusiveMinimum, multipleOf }: ParameterSchema): boolean =>
  (minimum === undefined || value >= minimum) &&
  (maximum === undefined || value <= maximum) &&
  (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
  (multipleOf === undefined || Math.abs(value / multipleOf - Math.round(value / multipleOf)) < 1e-9);

const describe = (value: unknown, schema: ParameterSchema): Reason => {
  const { minimum, maximum, exclusiveMinimum, multipleOf, minItems, maxItems } = schema;
  if (schema.type === 'boolean') return because('boolean')`it must be true or false`;
  if (schema.type === 'string') {
    if (schema.enum === undefined) return because('wanted-text')`it must be a text`;
    return typeof value === 'string'
      ? suggest(value, schema.enum)
      : because('wanted-one-of')`it must be one of ${schema.enum.join(', ')}`;
  }
  if (schema.type === 'array') {
    const items = schema.items?.type === 'integer' ? because('integers')`integers` : because('numbers')`numbers`;
    if (minItems !== undefined && minItems === maxItems)
      return because('list-of')`it must be a list of ${minItems} ${items}`;
    return listed(because('wanted-list')`it must be a list of ${items}`, [
      minItems || undefined,
      undefined,
      maxItems || undefined,
    ]);
  }
  const number = schema.type === 'integer' ? because('an-integer')`an integer` : because('a-number')`a number`;
  const wanted = schema.automatic
    ? because('auto-or')`it must be auto or ${number}`
    : because('wanted-this')`it must be ${number}`;
  return listed(wanted, [minimum, exclusiveMinimum, maximum, multipleOf]);
};

type Limits = readonly [least?: number, above?: number, most?: number, multiple?: number];

/** States what is wanted, followed by each limit that is set. */
const listed = (wanted: Reason, [least, above, most, multiple]: Limits): Reason =>
  [
    least === undefined ? undefined : because('at-least')`at least ${least}`,
    above === undefined ? undefined : because('above')`above ${above}`,
    most === undefined ? undefined : because('at-most')`at most ${most}`,
    multiple === undefined ? undefined : because('multiple-of')`a multiple of ${multiple}`,
  ].reduce<Reason>((before, limit) => (limit ? because('and-limit')`${before}, ${limit}` : before), wanted);

/** A suggestion for an unknown name: the nearest known one, else all of them. */
export const suggest = (name: string, known: readonly string[]): Reason => {
  const near = nearest(name, known);
  return near === undefined
    ? because('wanted-one-of')`it must be one of ${known.join(', ')}`
    : because('unknown')`it is not known; the nearest is ${near}`;
};

/** The schema as plain JSON Schema: a number that may be `'auto'` becomes a number or the string `'auto'`. */
export const configurationOf = (schema: AlgorithmSchema): object => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, { automatic, channels: _names, ...property }]) => [
      name,
      automatic ? { ...property, type: [property.type, 'string'], pattern: '^auto$' } : property,
    ]),
  ),
});
