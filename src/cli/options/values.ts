/** Parses the values of options. Each function throws `bad-parameter`, which says what is accepted. */
import { badParameter } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';

/** `x,y,width,height`. */
export const boxOf = (name: string, text: string): Rect => {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [x, y, width, height] = numbers;
  const good = numbers.length === 4 && numbers.every(Number.isFinite) && width! > 0 && height! > 0;
  if (!good) throw badParameter(name, text, 'it must be x,y,width,height in pixels, such as 100,200,50,40');
  return { x: x!, y: y!, width: width!, height: height! };
};

/** `name=value`, any number of times; a value is parsed as JSON, or taken as a text where it is not JSON. */
export const parametersOf = (settings: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf('=');
      if (at < 1) throw badParameter('set', setting, 'it must be name=value, such as --set polarity=brighter');
      return [setting.slice(0, at), jsonOr(setting.slice(at + 1))];
    }),
  );

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A whole number of at least 1. Throws `bad-parameter`. */
export const countOf = (name: string, text: string): number => {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw badParameter(name, text, 'it must be a whole number, at least 1');
};

/** A number of bytes, such as `8GB` or `512MiB`. */
export const bytesOf = (name: string, text: string): number => {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kMGT]?i?B?)$/i.exec(text.trim()) ?? [];
  const base = /i/i.test(unit) ? 1024 : 1000;
  const power = ['', 'k', 'm', 'g', 't'].indexOf(unit.toLowerCase().replace(/i?b?$/, ''));
  if (number === undefined || power < 0) throw badParameter(name, text, 'it must be a size, such as 8GB');
  return Number(number) * base ** power;
};

/** One of the known values. Throws `bad-parameter`. */
export const oneOf = <Value extends string>(name: string, text: string, known: readonly Value[]): Value => {
  const found = known.find((value) => value === text);
  if (found !== undefined) return found;
  throw badParameter(name, text, `it must be one of ${known.join(', ')}`);
};
