#!/usr/bin/env node
/** The command line. */
import { CommanderError } from 'commander';
import { codedError } from '../core/errors.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { programWith } from './program.js';

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await programWith((code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  // What commander throws it has told: a wrong command, or help and version, which were asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  else {
    const coded = codedError(error);
    console.error(coded.message);
    process.exitCode = exitCodeOf(coded);
  }
}
