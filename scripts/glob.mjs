import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below `folder` that `wanted(path)` accepts, sorted. Node 20 has no glob of its own. */
export const globSync = (folder, wanted) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(wanted)
    .sort();
