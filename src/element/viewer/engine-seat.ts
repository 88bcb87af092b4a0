/** The engine in its worker: one for the backend and the script that the element names, replaced when these change. */
import type { BackendChoice, BackendInfo } from '../../compute/backend.js';
import { fromErrorData, show, throwIfAborted } from '../../core/errors.js';
import type { AlgorithmInfo } from '../../worker/protocol.js';
import type { AlgorithmSource } from '../client/algorithm-source.js';
import type { EngineClient, EngineClientOptions } from '../client/engine-client.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { Voice } from '../workbench/voice.js';

/** The part of the engine's client that the component uses; tests put another in its place. */
export type SeatedEngine = Pick<
  EngineClient,
  | 'ready'
  | 'open'
  | 'close'
  | 'segment'
  | 'algorithms'
  | 'register'
  | 'unregister'
  | 'display'
  | 'learn'
  | 'measure'
  | 'rate'
  | 'stats'
  | 'prepare'
  | 'awaken'
  | 'expect'
  | 'dispose'
  | 'addEventListener'
  | 'removeEventListener'
>;

/** Algorithms of the host, and their loading by the engine that there is. */
interface OwnModule {
  readonly source: AlgorithmSource;
  loaded: Promise<unknown>;
}

/** The component's engine, and the algorithms that it knows. */
export class EngineSeat {
  engine: SeatedEngine | undefined;
  backend: BackendInfo | undefined;
  algorithms: readonly AlgorithmInfo[] = [];
  /** The host's algorithms, which every engine loads. */
  #modules: readonly OwnModule[] = [];
  #key = '';

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly create: (options: EngineClientOptions) => SeatedEngine,
  ) {}

  /** The engine for the element's settings: the one that is there, or a new one in its place. */
  take(): SeatedEngine {
    const { backend, workerUrl, algorithm } = this.element;
    // Of a value that a worker cannot be sent its text is refused there as well.
    const its = show(backend);
    const key = `${its} ${workerUrl ?? ''}`;
    if (this.engine && key === this.#key) return this.engine;
    this.drop();
    this.#key = key;
    const engine = this.create({ backend: its as BackendChoice, ...(workerUrl ? { workerUrl } : {}) });
    this.engine = engine;
    engine.prepare(algorithm);
    engine.addEventListener('backend-change', this.#chosen);
    engine.addEventListener('restart', this.#restarted);
    for (const module of this.#modules) {
      module.loaded = engine.register(module.source);
      module.loaded.catch((error: unknown) => this.voice.fail(error));
    }
    return engine;
  }

  /**
   * Adds the algorithms of a source to this engine and to those after it. Rejects where they cannot be loaded. The function
   * that it resolves to takes them out.
   */
  async register(source: AlgorithmSource): Promise<() => Promise<void>> {
    const module: OwnModule = { source, loaded: this.take().register(source) };
    await module.loaded;
    this.#modules = [...this.#modules, module];
    await this.list();
    return async () => {
      if (!this.#modules.includes(module)) return;
      this.#modules = this.#modules.filter((other) => other !== module);
      await this.#unregister(module);
    };
  }

  /** Takes the algorithms of a module out of the engine that there is, once they are in it. */
  async #unregister({ source, loaded }: OwnModule): Promise<void> {
    const { engine } = this;
    const inEngine = await loaded.then(
      () => true,
      () => false,
    );
    if (!inEngine || !engine || engine !== this.engine) return;
    await engine.unregister(source);
    await this.list();
  }

  /** Resolves once the engine has chosen its backend. */
  async started(engine: SeatedEngine, signal: AbortSignal): Promise<void> {
    const info = await engine.ready;
    throwIfAborted(signal);
    if (this.backend !== info && this.engine === engine) this.#choose(info);
  }

  /** Ends the engine and closes its images. */
  drop(): void {
    const { engine } = this;
    if (!engine) return;
    engine.removeEventListener('backend-change', this.#chosen);
    engine.removeEventListener('restart', this.#restarted);
    engine.dispose();
    this.engine = undefined;
    this.backend = undefined;
  }

  /** Asks the engine for its algorithms. */
  async list(): Promise<void> {
    this.algorithms = (await this.engine?.algorithms()) ?? [];
    this.voice.changed();
  }

  readonly #chosen = (event: Event): void => {
    if (event instanceof CustomEvent) this.#choose(event.detail);
  };

  readonly #restarted = (event: Event): void => {
    if (event instanceof CustomEvent) this.voice.fail(fromErrorData(event.detail));
  };

  #choose(info: BackendInfo): void {
    const { backend } = this;
    this.backend = info;
    if (backend?.backend === info.backend && backend.adapter === info.adapter) return;
    this.voice.emit('backend-change', info);
    this.voice.changed();
    this.list().catch((error: unknown) => this.voice.fail(error));
  }
}
