/** What the panel shows of an element, and what its fields change there. */
import type { Classification } from './formats/features.js';
import { translator } from './messages.js';
import type { PanelView } from './parts/panel.js';
import type { Workbench } from './workbench.js';

/** The element's properties that the panel reads and writes. */
interface Settings {
  algorithm: string;
  model?: string | undefined;
  channel?: string | undefined;
  parameters: Readonly<Record<string, unknown>>;
  format: string;
  readonly disabled: boolean;
}

export interface PanelActions {
  classify(classification: Classification | undefined): void;
  save(): void;
}

export const panelView = (
  settings: Settings,
  bench: Workbench,
  language: string,
  { classify, save }: PanelActions,
): PanelView => {
  const { model, channel, parameters, algorithm, format, disabled } = settings;
  const { collection, stage } = bench;
  return {
    t: translator(language),
    lang: language,
    disabled,
    algorithms: bench.algorithms,
    algorithm,
    values: { ...parameters, model: model ?? parameters.model, channel: channel ?? parameters.channel },
    selected: collection.selected,
    contours: collection.contours,
    format,
    image: stage.image,
    picture: bench.hasPicture ? bench.pictureShown : undefined,
    showPicture: (shown) => bench.showPicture(shown),
    setAlgorithm: (id) => {
      settings.algorithm = id;
    },
    setParameter: (name, value) => {
      setParameter(settings, name, value);
      bench.parameterChanged(name, settings.algorithm);
    },
    classify,
    setFormat: (next) => {
      settings.format = next;
    },
    save,
  };
};

/** `model` and `channel` are properties of their own; `undefined` is the algorithm's default. */
const setParameter = (settings: Settings, name: string, value: unknown): void => {
  const own = name === 'model' || name === 'channel';
  if (own) settings[name] = typeof value === 'string' ? value : undefined;
  const { [name]: _old, ...others } = settings.parameters;
  settings.parameters = own || value === undefined ? others : { ...others, [name]: value };
};
