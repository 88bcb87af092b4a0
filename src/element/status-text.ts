/** What the status line says: what is going on, else what was said last, else what the tool in hand does. */
import type { MessageKey, MessageValues, Translate } from './messages.js';
import type { ToolId } from './tools/tool.js';
import type { Workbench } from './workbench.js';

const hints: Readonly<Record<ToolId, MessageKey>> = {
  pan: 'hintPan',
  box: 'hintBox',
  polygon: 'hintPolygon',
  point: 'hintPoint',
  nodes: 'hintNodes',
};

export const statusText = (
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
