/** The panel's view of a workbench: the values shown and the functions that change them. */
import { languageOf, translator } from '../i18n/messages.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { Workbench } from '../workbench/workbench.js';
import type { PanelView } from './panel.js';

/** The view of a workbench; `save` writes the contours in the chosen format. */
export const panelView = (bench: Workbench, save: () => void): PanelView => {
  const { element, collection, stage } = bench;
  const { model, channel, parameters, algorithm, format, disabled } = element;
  const language = languageOf(element);
  return {
    t: translator(language),
    lang: language,
    disabled,
    algorithms: stage.seat.algorithms,
    algorithm,
    values: { ...parameters, model: model ?? parameters?.model, channel: channel ?? parameters?.channel },
    selected: collection.selected,
    contours: collection.contours,
    format,
    image: stage.image,
    picture: bench.hasPicture ? bench.pictureShown : undefined,
    showPicture: (shown) => bench.showPicture(shown),
    setAlgorithm: (id) => {
      element.algorithm = id;
    },
    setParameter: (name, value) => {
      setParameter(element, name, value);
      bench.parameterChanged(name, element.algorithm);
    },
    classify: (classification) => bench.classify(classification, collection.selected?.id),
    setFormat: (next) => {
      element.format = next;
    },
    save,
  };
};

/** `model` and `channel` are properties of their own; `undefined` is the algorithm's default. */
const setParameter = (element: SegmenterProperties, name: string, value: unknown): void => {
  const own = name === 'model' || name === 'channel';
  if (own) element[name] = typeof value === 'string' ? value : undefined;
  const { [name]: _old, ...others } = element.parameters;
  element.parameters = own || value === undefined ? others : { ...others, [name]: value };
};
