/** The package as it would be published: built, packed, and unpacked into a folder of its own with what it depends on. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after } from 'node:test';
// @ts-expect-error a build script, plain JavaScript
import { peers } from '../../../scripts/bundled.mjs';

export interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

let isBuilt = false;
/** Builds the package where it is not what the sources give; a process asks once. */
export const buildPackage = (): void => {
  if (!isBuilt) execFileSync(process.execPath, ['scripts/build.mjs', 'package', '--if-changed'], { stdio: 'pipe' });
  isBuilt = true;
};

export class InstalledPackage {
  /** Folder of a host's own files. */
  readonly host = mkdtempSync(join(tmpdir(), 'package-'));
  readonly folder = join(this.host, 'node_modules', 'snake-segmenter');
  /** The file that would be sent. */
  readonly archive: string;

  constructor() {
    buildPackage();
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const out = execFileSync(npm, ['pack', '--ignore-scripts', '--silent', '--pack-destination', this.host], {
      encoding: 'utf8',
    });
    mkdirSync(this.folder, { recursive: true });
    this.archive = join(this.host, out.trim().split('\n').at(-1) ?? '');
    execFileSync('tar', ['-xzf', this.archive, '-C', this.folder, '--strip-components=1']);
    for (const name of [...Object.keys(this.manifest.dependencies), ...peers, '@types/node', '@types/trusted-types']) {
      mkdirSync(dirname(join(this.host, 'node_modules', name)), { recursive: true });
      symlinkSync(resolve('node_modules', name), join(this.host, 'node_modules', name), 'dir');
    }
  }

  get manifest(): Manifest {
    return JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8'));
  }

  remove(): void {
    rmSync(this.host, { recursive: true, force: true });
  }
}

let shared: InstalledPackage | undefined;
after(() => shared?.remove());

/** The one installation of the process, removed after its tests. */
export const installedPackage = (): InstalledPackage => {
  shared ??= new InstalledPackage();
  return shared;
};
