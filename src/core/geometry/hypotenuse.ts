/**
 * √(x² + y²) by × + √ alone, which every engine leaves to the processor, and that rounds as IEEE 754 asks. ECMAScript leaves the last digit of
 * `Math.hypot` to the implementation: V8's is wrong for a third of the pairs of small whole numbers. Of whole numbers up to 2²⁵ the squares and their
 * sum are exact, so that the result is the double nearest to the length.
 */
export const hypotenuse = (x: number, y: number): number => Math.sqrt(x * x + y * y);
