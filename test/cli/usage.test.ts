/** Exit codes of commands that cannot be, and of help. They ended with 1, which says that an image failed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../support/cli/command-line.js';

const wrong: readonly (readonly [args: readonly string[], said: RegExp])[] = [
  [[], /Usage: snake-segmenter/],
  [['--no-such'], /unknown option '--no-such'/],
  [['sgment', 'a.tif'], /unknown command 'sgment'\n.*Did you mean segment/],
  [['segment'], /missing required argument 'image'/],
  [['segment', 'a.tif', '--no-such'], /unknown option '--no-such'/],
  [['segment', 'a.tif', '--box'], /argument missing/],
  [['batch', 'a.tif'], /required option '-o, --out <folder>' not specified/],
  [['completion', 'csh'], /csh/],
];

for (const [args, said] of wrong)
  test(`“${args.join(' ')}” is a wrong command, which ends with 2`, async () => {
    const { code, err } = await run(...args);
    assert.match(err, said);
    assert.equal(code, 2);
  });

for (const args of [['--help'], ['help', 'segment'], ['segment', '--help'], ['--version']])
  test(`“${args.join(' ')}” ends with 0, and writes on standard output`, async () => {
    const { code, out, err } = await run(...args);
    assert.deepEqual([code, err, out !== ''], [0, '', true]);
  });
