/** What the status line says: what is going on, else what was said last, else what the tool in hand does. */
import type { MessageKey, MessageValues, Translate } from './messages.js';
import type { StatusView } from './parts/status.js';
import type { ToolId } from './tools/tool.js';
import type { Workbench } from './workbench.js';

const hints: Readonly<Record<ToolId, MessageKey>> = {
  pan: 'hintPan',
  box: 'hintBox',
  polygon: 'hintPolygon',
  point: 'hintPoint',
  nodes: 'hintNodes',
};

const statusText = (
  element: { readonly tool: ToolId; readonly model?: string | undefined },
  { runs, stage, opening }: Workbench,
  algorithm: string,
  message: { readonly key: MessageKey; readonly values: MessageValues } | undefined,
  t: Translate,
): string => {
  const { current } = runs;
  if (current) {
    const { step = 0, level = 0 } = current.state ?? {};
    const title = element.model === undefined ? algorithm : `${algorithm} · ${element.model}`;
    return t(current.paused ? 'pausedStep' : 'runningStep', { algorithm: title, step, level });
  }
  if (opening !== undefined) return t('opening', { name: opening });
  if (!stage.engine || !stage.backend) return t('starting');
  if (message) return t(message.key, message.values);
  return t(stage.image ? hints[element.tool] : 'ready');
};

export const statusView = (
  element: Parameters<typeof statusText>[0],
  bench: Workbench,
  message: Parameters<typeof statusText>[3],
  t: Translate,
): StatusView => {
  const { runs, stage, collection, opening, algorithms } = bench;
  const { current } = runs;
  const title = algorithms.find(({ id }) => id === current?.algorithm)?.title ?? current?.algorithm ?? '';
  const { done } = current?.state ?? {};
  const { backend } = stage;
  return {
    text: statusText(element, bench, title, message, t),
    active: runs.busy || opening !== undefined,
    ...(done === undefined ? {} : { done }),
    ...(backend
      ? { backend: backend.backend === 'cpu' ? 'CPU' : `WebGPU · ${backend.adapter}`, backendTitle: backend.reason }
      : {}),
    count: collection.contours.length,
    t,
  };
};
