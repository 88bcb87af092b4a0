/** The conversion of a finished ring to an outcome for the engine. */

import type { Outcome } from '../algorithm/algorithm.js';
import { domainRecord } from '../algorithm/domain.js';
import type { Position } from '../core/geometry/ring.js';
import { closedPositionsOf, positionsOf } from '../core/geometry/ring.js';
import { ringSpans } from '../core/geometry/scanline.js';
import { transformOf } from '../image/channels/channels.js';
import { namedStatistics, statisticsOf } from '../image/statistics/region-statistics.js';
import type { RegionStatistics } from '../image/statistics/statistics.js';
import { withPinned } from './hints/pins.js';
import { regionHistograms } from './measure/histograms.js';
import { fastStatistics } from './measure/region-statistics.js';
import type { Snapshot } from './steps/optimiser.js';
import type { Place } from './steps/progress.js';
import type { Evidence } from './weighing/evidence.js';
import type { Weights } from './weighing/weights.js';
import { fullRing, type Workspace } from './workspace.js';

/**
 * Converts a snapshot in pixels of the workspace's level to a contour in full-resolution pixels, with measurements and
 * metadata.
 */
export const contourOf = async (
  workspace: Workspace,
  best: Snapshot,
  { weights, before }: Pick<Place, 'weights' | 'before'>,
  pins: readonly Position[] | undefined,
): Promise<Outcome['contours'][number]> => {
  const { ring, ...run } = best;
  const { ring: full, pinned } = withPinned(fullRing(workspace, ring), pins, workspace);
  return {
    geometry: { type: 'Polygon', coordinates: [closedPositionsOf(full)] },
    pinned,
    measurements: {
      ...namedStatistics(await statisticsIn(workspace, best)),
      Criterion: run.criterion,
      'Description length': run.length,
      Nodes: ring.length / 2,
      Steps: (before?.step ?? 0) + run.step,
    },
    metadata: {
      ...workspace.channel.record,
      model: workspace.noiseModel,
      ...weightsRecord(workspace, weights),
      level: String(workspace.level),
      ...domainRecord(workspace.domain, workspace),
    },
  };
};

/** Record of the weights chosen for `auto`, with the reason. */
const weightsRecord = (
  { settled, prior, guide, order }: Workspace,
  { correlation, evidence }: Weights,
): Record<string, string> => ({
  confine: String(settled.confine),
  boxPrior: String(guide?.boxPrior ?? (prior && guide?.prior === undefined ? settled.boxPrior : 0)),
  lengthCost: String(settled.lengthCost),
  ...(correlation === undefined ? {} : { sampleCorrelation: correlation.toFixed(3) }),
  ...(evidence === undefined ? {} : { order: String(order), modelReason: reasonOf(evidence) }),
});

/** Statistics of the regions. Where the channel is the bands themselves, they follow from the snake's moments. */
const statisticsIn = async (workspace: Workspace, { ring, moments, domain }: Snapshot): Promise<RegionStatistics> => {
  const { samples } = workspace;
  if (!showsBands(workspace)) return fastStatistics(samples, ringSpans([positionsOf(ring)], workspace.domain));
  const words = 1 + 2 * samples.bands;
  const target = moments.slice(0, words);
  return {
    inside: statisticsOf(target),
    outside: statisticsOf(domain.slice(0, words).map((all, i) => all - target[i]!)),
  };
};

/** Whether the planes are all of the image's bands, unchanged. */
const showsBands = ({ channel, model, samples }: Workspace): boolean => {
  if (channel.kind === 'codes' || model === 'bernoulli') return false;
  const transform = transformOf(channel.record);
  return (
    transform.kind === 'bands' &&
    transform.bands.length === samples.bands &&
    transform.bands.every((band, k) => band === k)
  );
};

/** The next best model, and how much longer its description of the samples is. */
const reasonOf = ({ best, second }: Evidence): string =>
  `${second.noiseModel} + ${(second.nats - best.nats).toPrecision(3)} nats`;

/** The data of plots that belong to the contour. */
export const detailsOf = async (
  workspace: Workspace,
  { ring }: Snapshot,
): Promise<Readonly<Record<string, unknown>>> => ({
  model: workspace.noiseModel,
  order: workspace.order,
  channel: workspace.channel.record.channel,
  histograms: await regionHistograms(workspace.channel, [ring]),
});
