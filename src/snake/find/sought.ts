/** The parts that a search found in a domain: starts of snakes without a drawn box. */

import type { Outcome, RunContext, Task } from '../../algorithm/algorithm.js';
import type { Tell } from '../../core/told.js';
import type { Seen } from '../problem.js';
import type { SnakeParameters } from '../schema.js';
import type { ObjectModel } from './like/model.js';
import type { MapSettings } from './map/area-map.js';
import type { Size } from './map/box-blur.js';
import type { Choice } from './map/choice.js';
import type { MapPart } from './map/parts.js';
import type { Appearance } from './map/planes.js';
import type { SurestMap } from './map/surest-map.js';
import type { SampledDomain } from './sampled-domain.js';

type Contour = Outcome['contours'][number];

/** What a part of a level shows: the choice of a plane, and how maps are made by it. */
export interface Look {
  readonly choice: Choice;
  readonly settings: MapSettings;
}

/** The finer levels of a domain, for the search of its usual level. */
export interface Finer {
  /** Hears of the radius of the usual level's many similar objects, in its pixels, before the surest ones are chosen. */
  begin(appearance: Appearance, radius: number): void;
  /**
   * Looks for surer objects by what a part of large samples shows, before these are mapped in tiles. Where it finds some, the samples are not
   * mapped, and the search finds nothing in them.
   */
  instead(appearance: Appearance, look: Look): Promise<boolean>;
}

/** A domain to search, and how. */
export interface Search {
  readonly task: Task;
  readonly context: RunContext;
  readonly parameters: SnakeParameters;
  readonly place: SampledDomain;
  readonly tell: Tell;
  /** A look at a part of the samples, where there was one; used only without examples. */
  readonly look?: Look | undefined;
  /** Finds how the maps of the task's area are made, where it has one. */
  readonly settings?: ((appearance: Appearance, tell: Tell) => Promise<MapSettings | undefined>) | undefined;
  readonly finer?: Finer | undefined;
  /** The option of `choiceOf`, where no choice is given. */
  readonly near?: boolean | undefined;
}

/** The parts that were found in a domain, and what is known of each. */
export interface Sought extends Size {
  /** Label of the part of each pixel of the domain. */
  readonly labels: Int32Array;
  /** The channel that was searched for objects; missing in a search by examples. */
  readonly channel?: string;
  /** As of the map; missing in a search by examples. */
  readonly found?: Pick<SurestMap, 'radius' | 'sureness'>;
  /** As of `Choice`. */
  readonly further?: number | undefined;
  /** In the order in which their snakes run. */
  readonly parts: readonly MapPart[];
  /** Facts about a part beside its contour. */
  about(part: MapPart): Pick<Contour, 'probability' | 'class'>;
  /** Whether the contour of a part may have an area, in pixels of the level. */
  serves(part: MapPart, area: number): boolean;
  /** What the snakes see of the domain. */
  seen(): Promise<Seen>;
  /** The model that found them, as it is kept. */
  readonly model?: Promise<ObjectModel>;
}
