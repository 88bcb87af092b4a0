/** Numbers in words. */

/** A number with its noun, which is in the plural except for 1. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** Megapixels a second. */
export const rate = (pixels: number, milliseconds: number): string =>
  `${milliseconds > 0 ? (pixels / 1000 / milliseconds).toPrecision(3) : '0'} Mpx/s`;

/** A time in milliseconds as seconds, minutes or hours. */
export const duration = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${(milliseconds / 1000).toFixed(1)} s`;
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
};

/** The note that `full` regions may hold more objects than were found. */
export const fullWords = (full: number): string =>
  `${count(full, 'region')} had as many objects as are sought in one; smaller regions (--region-size) find the rest.`;
