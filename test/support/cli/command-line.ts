/** The command line as people call it: a bundle of the sources, made once a test file, or a built script. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
// @ts-expect-error a build script, plain JavaScript
import { esbuildModules } from '../../../scripts/modules/modules.mjs';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly input?: Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** Another script than the bundle of the sources. */
  readonly script?: string;
}

/** Bundled, a process takes a third of a second to start; each of its modules translated at its start takes three. */
const outdir = resolve(`.build/test/${process.pid}/cli`);
await build({
  entryPoints: ['src/cli/main.ts', 'src/cli/pool/process.ts'],
  outdir,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
  plugins: [esbuildModules()],
});
process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));

/** Starts it; `ended` resolves when it has ended. */
export class CommandLine {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #out = '';
  #err = '';
  #over = false;
  readonly #listeners: (() => void)[] = [];

  constructor(args: readonly string[], { cwd, input, env, script }: CommandOptions = {}) {
    const child = spawn(process.execPath, [resolve(script ?? join(outdir, 'main.js')), ...args], {
      cwd,
      env: { ...process.env, ...env },
    });
    this.child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text;
      this.#changed();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#err += text;
      this.#changed();
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    this.ended = new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code) => {
        this.#over = true;
        this.#changed();
        done({ code, out: this.#out, err: this.#err });
      });
    });
  }

  /** Resolves once a text was said, on either stream; rejects where it ends before. */
  async said(text: string): Promise<void> {
    for (;;) {
      const change = new Promise<void>((next) => void this.#listeners.push(next));
      if ((this.#out + this.#err).includes(text)) return;
      if (this.#over) throw new Error(`it ended without "${text}": ${this.#err}`);
      await change;
    }
  }

  #changed(): void {
    for (const next of this.#listeners.splice(0)) next();
  }
}

export const run = (...args: readonly string[]): Promise<Ended> => new CommandLine(args).ended;

/** A folder that is gone when the tests are over. */
export const scratch = (after: (work: () => void) => void): string => {
  const folder = mkdtempSync(join(tmpdir(), 'snake-segmenter-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
