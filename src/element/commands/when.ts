/**
 * Conditions under which a command can be run, as editors write them: names of states with `!`, `&&`, `||` and
 * parentheses, such as `hasImage && !running`. An unknown name is false.
 */

import { badParameter } from '../../core/errors.js';

/** States by name, true or false. */
export type States = Readonly<Record<string, boolean>>;

/** The tokens of conditions that were read before: each is evaluated whenever the component renders. */
const known = new Map<string, readonly string[]>();

const tokensOf = (expression: string): readonly string[] => {
  const tokens = known.get(expression) ?? expression.match(/&&|\|\||[!()]|[\w.-]+|\S/g) ?? [];
  known.set(expression, tokens);
  return tokens;
};

/** Evaluates a condition; a missing one holds. Throws a `SyntaxError` that names the expression where it cannot be read. */
export const holds = (expression: string | undefined, states: States): boolean => {
  if (expression === undefined || expression.trim() === '') return true;
  const tokens = tokensOf(expression);
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError(`cannot read the condition ${JSON.stringify(expression)} at ${tokens[at] ?? 'its end'}`);
  };
  const factor = (): boolean => {
    const token = tokens[at++];
    if (token === '!') return !factor();
    if (token === '(') {
      const value = either();
      if (tokens[at++] !== ')') fail();
      return value;
    }
    if (token === undefined || !/^[\w.-]+$/.test(token)) {
      at--;
      return fail();
    }
    return states[token] ?? false;
  };
  const both = (): boolean => {
    let value = factor();
    while (tokens[at] === '&&') {
      at++;
      value = factor() && value;
    }
    return value;
  };
  const either = (): boolean => {
    let value = both();
    while (tokens[at] === '||') {
      at++;
      value = both() || value;
    }
    return value;
  };
  const value = either();
  if (at < tokens.length) fail();
  return value;
};

/** Throws `bad-parameter` for a condition that `holds` cannot read. */
export const checkCondition = (name: string, condition: unknown): void => {
  const wanted = 'it must be names of states with !, &&, || and parentheses, such as "hasImage && !running"';
  if (condition === undefined) return;
  if (typeof condition !== 'string') throw badParameter(name, condition, wanted);
  try {
    holds(condition, {});
  } catch {
    throw badParameter(name, condition, wanted);
  }
};
