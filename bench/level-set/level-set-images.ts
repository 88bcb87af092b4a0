/**
 * The level set's forms on real images: intersection over union with the truth for every object of the data folder, from its user's box,
 * and Dice to the sequential form. `npm run bench -- level-set-images`.
 */
import { createEngine, type Engine } from '../../src/engine.js';
import { dataFolder, kinds, readTargets, type Target } from '../support/images/dataset.js';
import { type Mask, maskOfRings, overlap } from '../support/images/masks.js';
import { mean, table, writeSection } from '../support/results.js';
import { dice } from '../support/volumes.js';

const choices = [
  { form: 'sequential' },
  { form: 'proposal-1', launches: 1 },
  { form: 'proposal-2', launches: 1 },
  { form: 'proposal-1', launches: 5 },
  { form: 'proposal-2', launches: 5 },
] as const;

/** The mask that is found; nothing where the front vanishes. */
const find = async (engine: Engine, { image, box }: Target, parameters: object): Promise<Mask> => {
  const run = engine.segment(image, { algorithm: 'level-set', init: box, ...parameters });
  const geometry = await run.result.then(
    (contour) => contour.geometry,
    () => undefined,
  );
  const rings =
    geometry?.type === 'Polygon'
      ? geometry.coordinates
      : geometry?.type === 'MultiPolygon'
        ? geometry.coordinates.flat()
        : [];
  return maskOfRings(rings, image.width, image.height);
};

const folder = dataFolder();
if (folder === undefined) {
  console.log('No data: set DATA to a folder with manifest.json and its images. Nothing measured.');
} else {
  const targets = await readTargets(folder);
  const engine = await createEngine({ backend: 'cpu' });
  const rows = [['speed', 'form', 'N_b', ...kinds, 'Dice to sequential']];
  for (const speed of ['gaussian', 'chan-vese']) {
    const references = new Map<string, Mask>();
    for (const choice of choices) {
      const found = new Map<Target, Mask>();
      for (const target of targets) found.set(target, await find(engine, target, { speed, ...choice }));
      if (choice.form === 'sequential') for (const [{ name }, mask] of found) references.set(name, mask);
      const scores = kinds.map((kind) => {
        const its = targets.filter((target) => target.kind === kind);
        const each = its.map((target) => overlap(found.get(target)!, target.truth, target.box, target.ignore));
        return its.length === 0 ? '–' : mean(each).toFixed(3);
      });
      const same = mean(targets.map((target) => dice(found.get(target)!.data, references.get(target.name)!.data)));
      const launches = 'launches' in choice ? `${choice.launches}` : '–';
      rows.push([speed, choice.form, launches, ...scores, same.toFixed(4)]);
      console.log(rows.at(-1)?.join('  '));
    }
  }
  engine.dispose();
  const lines = ['## The level set’s forms on real images', '', table(rows)];
  writeSection('level-set images', lines.join('\n'));
}
