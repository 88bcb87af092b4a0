/** Figures as they are read, with their units: the same in the status, the list of objects and the panel. */

/** A number with four significant digits, from 1000 on as a whole number: what is rounded is not written in full. */
export const figure = (value: number, lang: string): string =>
  new Intl.NumberFormat(
    lang,
    Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 },
  ).format(value);

/** A measurement, as files name it, in the unit that people read: volumes in cubic centimetres from 1,000 mm³ on. */
export const readable = (name: string, value: number): readonly [name: string, value: number] =>
  name === 'Volume mm^3' && value >= 1000 ? ['Volume cm^3', value / 1000] : [name, value];

/** The size of an object: `Area µm^2` and 12.5 are `12.5 µm²`. */
export const sizeText = (name: string, value: number, lang: string): string => {
  const [as, amount] = readable(name, value);
  const [, unit = '', power = ''] = / (px|µm|mm|cm|m)(\^[23])?$/.exec(as) ?? [];
  const its = as === 'Voxels' ? 'px³' : `${unit}${power}`.replace('^2', '²').replace('^3', '³');
  return `${figure(amount, lang)} ${its}`.trimEnd();
};
