/** SIGINT (Ctrl+C) and SIGTERM: the first signal stops in an orderly way, the second at once. */
import { exitCodes } from '../exit-codes.js';

/** Calls `work` with a signal that is aborted by SIGINT or SIGTERM. */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
};
