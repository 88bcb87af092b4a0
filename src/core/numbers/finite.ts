/** Whether a value is a number that is neither infinite nor NaN. */
export const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
