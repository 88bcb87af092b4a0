/**
 * The seed of property tests: the same in every run, so that a test fails for what was changed and for nothing else. `SEED=random`
 * takes a fresh one, and a number that number; `npm run fuzz` looks for what no seed has found so far.
 */
import fc from 'fast-check';

const { SEED } = process.env;
if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED ?? 20) });
