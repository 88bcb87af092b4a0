/** A Python with the peers' packages, where there is one. */
import { spawnSync } from 'node:child_process';

/** `PYTHON`, else the first of the usual ones that has OpenCV and scikit-image; `undefined` where none has. */
export const findPython = (): string | undefined => {
  const candidates = process.env.PYTHON ? [process.env.PYTHON] : ['python3', '/usr/bin/python3'];
  return candidates.find((command) => spawnSync(command, ['-c', 'import cv2, skimage']).status === 0);
};

/** Runs a script of this folder; its standard error goes through. Throws where it fails. */
export const runPython = (python: string, args: readonly string[]): string => {
  const { status, stdout } = spawnSync(python, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${python} ${args[0]} ended with status ${status}`);
  return stdout;
};
