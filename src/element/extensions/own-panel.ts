/** Sections of the panel that a page adds. */
import { checkedEntry, type Title, toldOf } from './table.js';

/** A section of the panel. */
export interface PanelContribution {
  readonly id: string;
  readonly title: Title;
  /** Whether the section is unfolded at first; true when not given. */
  readonly open?: boolean;
  /**
   * Fills the section, once, when the panel is first shown. The container is a child of the component in the page, so that the
   * page's style sheets and frameworks reach it.
   * @returns a function that is called when the section is disposed of, or nothing
   */
  mount(container: HTMLElement): unknown;
}

/** Throws `bad-parameter`. */
export const checkedPanel = (given: PanelContribution): PanelContribution =>
  checkedEntry('panel', given, [], ['mount']);

/** The containers of the sections, made when the panel is first shown. */
export class PanelMounts {
  readonly #mounts = new Map<PanelContribution, { readonly container: HTMLElement; readonly unmount: () => void }>();

  constructor(
    private readonly host: HTMLElement,
    private readonly fail: (error: unknown) => void,
  ) {}

  /** Fills new sections if the panel is shown, and removes those that no longer exist. */
  update(panels: readonly PanelContribution[], shown: boolean): void {
    if (shown) for (const panel of panels) if (!this.#mounts.has(panel)) this.#mount(panel);
    for (const [panel, { container, unmount }] of this.#mounts) {
      if (panels.includes(panel)) continue;
      this.#mounts.delete(panel);
      this.#guard(panel, unmount);
      container.remove();
    }
  }

  #mount(panel: PanelContribution): void {
    const container = document.createElement('div');
    container.slot = slotOf(panel.id);
    this.host.append(container);
    let unmount: unknown;
    this.#guard(panel, () => {
      unmount = panel.mount(container);
    });
    this.#mounts.set(panel, { container, unmount: () => (typeof unmount === 'function' ? unmount() : undefined) });
  }

  #guard({ id }: PanelContribution, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.fail(toldOf('panel', id, error));
    }
  }
}

/** The slot in the panel through which a section's container is seen. */
export const slotOf = (id: string): string => `panel.${id}`;
