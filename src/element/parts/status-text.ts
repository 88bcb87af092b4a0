/** The text of the status line: what is going on, else what was said last, else what the tool in hand does. */
import type { Translate } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';
import type { ToolId } from '../tools/tool-id.js';
import type { Workbench } from '../workbench/workbench.js';
import type { StatusView } from './status.js';

const hints: Readonly<Record<ToolId, MessageKey>> = {
  pan: 'hintPan',
  box: 'hintBox',
  polygon: 'hintPolygon',
  point: 'hintPoint',
  nodes: 'hintNodes',
};

const textOf = ({ element, runs, stage, voice }: Workbench, t: Translate): string => {
  const { current } = runs;
  if (current) {
    const { step = 0, level = 0 } = current.state ?? {};
    const title = stage.seat.algorithms.find(({ id }) => id === current.algorithm)?.title ?? current.algorithm;
    const algorithm = element.model ? `${title} · ${element.model}` : title;
    return t(current.paused ? 'pausedStep' : 'runningStep', { algorithm, step, level });
  }
  if (stage.opening !== undefined) return t('opening', { name: stage.opening });
  if (!stage.engine || !stage.seat.backend) return t('starting');
  if (voice.message) return t(voice.message.key, voice.message.values);
  return t(stage.image ? hints[element.tool] : 'ready');
};

/** The status line of a workbench. */
export const statusView = (bench: Workbench, t: Translate): StatusView => {
  const { runs, stage, collection } = bench;
  const { done } = runs.current?.state ?? {};
  const { backend } = stage.seat;
  return {
    text: textOf(bench, t),
    active: runs.busy || stage.opening !== undefined,
    ...(done === undefined ? {} : { done }),
    ...(backend
      ? { backend: backend.backend === 'cpu' ? 'CPU' : `WebGPU · ${backend.adapter}`, backendTitle: backend.reason }
      : {}),
    count: collection.contours.length,
    t,
  };
};
