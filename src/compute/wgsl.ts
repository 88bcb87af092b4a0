/** Assembles shader texts from the fragments that a kernel imports, and from constants of TypeScript modules. */

/** The module of a `.wgsl` file: the fragments it imports, each such a module, and its own text. */
export type Wgsl = string | readonly Wgsl[];

/** The text of a shader: every fragment once, after those that it imports. */
export const joined = (wgsl: Wgsl): string => {
  const seen = new Set<Wgsl>();
  const texts: string[] = [];
  const take = (part: Wgsl): void => {
    if (typeof part === 'string') {
      texts.push(part);
      return;
    }
    if (seen.has(part)) return;
    seen.add(part);
    part.forEach(take);
  };
  take(wgsl);
  return texts.join('\n');
};

type Scalar = number | bigint;
type Constant = Scalar | readonly Scalar[] | Readonly<Record<string, number>>;

/**
 * Declarations of constants: `const lanes = 64u;` for a number from 0 to 2³² − 1, two words (low, high) for a `bigint` below
 * 2⁶⁴, `const Phase_move = 2u;` for each member of an object, an array for a list. In a member's name, a hyphen and the following
 * letter become a capital letter.
 */
export const constantsOf = (constants: Readonly<Record<string, Constant>>): string =>
  Object.entries(constants)
    .flatMap(([name, value]) => {
      if (isScalar(value)) return `const ${name} = ${literal(value)};`;
      if (isList(value)) return `const ${name} = array(${value.map(literal).join()});`;
      return Object.entries(value).map(([key, offset]) => `const ${name}_${camelCase(key)} = ${offset}u;`);
    })
    .join('\n');

const isScalar = (value: Constant): value is Scalar => typeof value === 'number' || typeof value === 'bigint';
const isList = (value: Constant): value is readonly Scalar[] => Array.isArray(value);

const literal = (value: Scalar): string =>
  typeof value === 'number' ? `${value}u` : `vec2u(${value & 0xffffffffn}u,${value >> 32n}u)`;

const camelCase = (key: string): string => key.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * A struct of `u32` words at the given offsets, which start at 0 without gaps. `_` is appended to a name that WGSL reserves.
 */
export const structOf = (name: string, offsets: Readonly<Record<string, number>>): string => {
  const fields = Object.entries(offsets).sort(([, a], [, b]) => a - b);
  fields.forEach(([field, offset], k) => {
    if (offset !== k) throw new RangeError(`the word ${k} of ${name} has no name, or two: ${field} is at ${offset}`);
  });
  return `struct ${name} {\n${fields.map(([field]) => `${RESERVED.has(field) ? `${field}_` : field}: u32,`).join('\n')}\n}`;
};

/** Words reserved by WGSL (section 3.8) that are used here as names of a uniform's fields. */
const RESERVED: ReadonlySet<string> = new Set(['filter']);
