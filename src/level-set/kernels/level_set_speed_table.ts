import { defineKernel } from '../../compute/recording.js';
import type { AdaptiveKind, NoiseModel } from '../speed/noise-model.js';
import { adaptiveKinds, noiseModelOf, speedEntry } from '../speed/noise-model.js';
import { Kind, Status, T } from './shared/layout.js';

const LANES = 64;

/** The speed of every sample value from the moments of the two regions: 64 values of a band a group. */
export const levelSetSpeedTable = defineKernel({
  name: 'level_set_speed_table',
  wgsl: () => import('../../wgsl/level-set/level_set_speed_table.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read' },
    { name: 'moments', access: 'read' },
    { name: 'tables', access: 'read-write' },
  ],
  cpu: ({ tiling, status, moments, tables }) => {
    const kind = kindOf(tiling[T.kind]!);
    const bands = tiling[T.bands]!;
    const adaptive = tiling[T.adaptive]!;
    const values = tiling[T.values] === 256 ? 256 : 65536;
    const over = status[Status.over]! | status[Status.stopped]!;
    const models: NoiseModel[] = [];
    for (let band = 0; band < adaptive; band++) models.push(noiseModelOf(kind, moments, band, bands, values));
    return (group) => {
      if (over !== 0) return;
      for (let at = group * LANES; at < (group + 1) * LANES; at++) {
        const band = Math.floor(at / values);
        if (band < adaptive) tables[at] = speedEntry(kind, models[band]!, at % values, values);
      }
    };
  },
});

const kindOf = (code: number): AdaptiveKind => adaptiveKinds.find((kind) => Kind[kind] === code) ?? 'gamma';
