/** The state of a working process: an engine, and the open image. */
import { builtIn } from '../../algorithms.js';
import type { BackendInfo } from '../../compute/backend.js';
import { readRecipe } from '../../contours/recipe/recipe.js';
import { PIXEL_BUDGET } from '../../contours/seams/regions.js';
import { isRecord } from '../../core/record.js';
import type { Engine } from '../../worker/engine.js';
import { makeEngine } from '../../worker/make-engine.js';
import { findGpu } from './gpu.js';
import { openImage } from './image-file.js';
import { type Merged, merge } from './merged.js';
import type { OpenWork } from './open-work.js';
import { planOf } from './plan.js';
import type { Work } from './work.js';

/** Does one piece at a time; an image stays open until a piece of another image is done. */
export class Desk {
  #engine: { readonly choice: Work['backend']; readonly made: Promise<Engine> } | undefined;
  #open: OpenWork | undefined;
  #model: { readonly key: string; readonly model: Promise<unknown> } | undefined;
  #merged: (Merged & { readonly folder: string }) | undefined;

  async engine(choice: Work['backend']): Promise<Engine> {
    if (this.#engine?.choice !== choice) {
      await this.#closeEngine();
      this.#engine = { choice, made: makeWith(choice) };
    }
    return this.#engine.made;
  }

  /**
   * The request with its examples replaced by a model that is learnt once, so that all regions are searched with the same model.
   * Unchanged where there is one region, or there are no examples.
   */
  async learnt({ work, image, plan }: OpenWork): Promise<Work['recipe']['request']> {
    const { request } = work.recipe;
    const { like, unlike } = request;
    const taught = (like !== undefined && !(isRecord(like) && like.type === 'ObjectModel')) || unlike !== undefined;
    if (!taught || plan.grid === undefined || plan.pieces.length < 2) return request;
    if (this.#model?.key !== work.key) {
      const engine = await this.engine(work.backend);
      const level = plan.level === undefined ? {} : { level: plan.level };
      this.#model = { key: work.key, model: engine.learn(image, { pixelBudget: PIXEL_BUDGET, ...request, ...level }) };
    }
    const { unlike: _shown, ...others } = request;
    return { ...others, like: await this.#model.model };
  }

  async backend(choice: Work['backend']): Promise<BackendInfo> {
    const { backend } = await this.engine(choice);
    const gpu = choice === 'cpu' ? undefined : await findGpu();
    return typeof gpu === 'string' ? { ...backend, reason: gpu } : backend;
  }

  async open(work: Work): Promise<OpenWork> {
    if (this.#open?.work.key === work.key) return this.#open;
    this.#closeImage();
    await this.closeMerged();
    const image = await openImage(work.image);
    try {
      this.#open = { work, image, plan: planOf(readRecipe(work.recipe), image) };
      return this.#open;
    } catch (error) {
      image.close();
      throw error;
    }
  }

  /** The merged contours of the open image. Rejects where a piece is not done. */
  async merged(opened: OpenWork): Promise<Merged> {
    const { folder } = opened.work;
    if (this.#merged?.folder === folder) return this.#merged;
    await this.closeMerged();
    this.#merged = { ...(await merge(opened)), folder };
    return this.#merged;
  }

  async closeMerged(): Promise<void> {
    const merged = this.#merged;
    this.#merged = undefined;
    await merged?.close();
  }

  async clear(): Promise<void> {
    await this.closeMerged();
    this.#closeImage();
    await this.#closeEngine();
  }

  #closeImage(): void {
    this.#open?.image.close();
    this.#open = undefined;
  }

  async #closeEngine(): Promise<void> {
    const engine = await this.#engine?.made.catch(() => undefined);
    this.#engine = undefined;
    engine?.dispose();
  }
}

const makeWith = async (choice: Work['backend']): Promise<Engine> => {
  const gpu = choice === 'cpu' ? undefined : await findGpu();
  return makeEngine(builtIn, { backend: choice, ...(typeof gpu === 'object' ? { gpu } : {}) });
};
