/** Values of parameters that a person set in the panel: one that a run refuses does not stay in force. */
import { SegmenterError } from '../../../core/errors.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';

type Settings = Pick<SegmenterProperties, 'model' | 'channel' | 'parameters'>;

/** Sets a parameter; `model` and `channel` are separate properties, and `undefined` is the algorithm's default. */
const setParameter = (element: Settings, name: string, value: unknown): void => {
  const own = name === 'model' || name === 'channel';
  if (own) element[name] = typeof value === 'string' ? value : undefined;
  const { [name]: _old, ...others } = element.parameters;
  element.parameters = own || value === undefined ? others : { ...others, [name]: value };
};

const settingOf = ({ model, channel, parameters }: Settings, name: string): unknown =>
  (name === 'model' ? model : name === 'channel' ? channel : undefined) ?? parameters[name];

/** Parameters set since the last run, with their values before, which come back where a run refuses one. */
export class Trials {
  /** The values before, by the parameter's name. */
  readonly #before = new Map<string, unknown>();

  constructor(private readonly element: Settings) {}

  /** Sets a value that a run has yet to take. */
  set(name: string, value: unknown): void {
    if (!this.#before.has(name)) this.#before.set(name, settingOf(this.element, name));
    setParameter(this.element, name, value);
  }

  /** A run took all that is set. */
  passed(): void {
    this.#before.clear();
  }

  /** A run failed: the value that it refused gives way to the one before. What the page set stays. */
  failed(error: Error): void {
    if (!(error instanceof SegmenterError) || error.code !== 'bad-parameter') return;
    const name = String(error.values.name);
    if (!this.#before.has(name)) return;
    const before = this.#before.get(name);
    this.#before.delete(name);
    setParameter(this.element, name, before);
  }
}
