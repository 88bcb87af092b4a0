/** Files dragged over the component, and dropped on it. */

/** Takes files that are dropped on the component. */
export class Drops {
  /** True while a file is dragged over the component. */
  over = false;

  constructor(
    private readonly host: HTMLElement & { readonly disabled: boolean; requestUpdate(): void },
    private readonly take: (files: readonly File[]) => Promise<void>,
  ) {}

  readonly enter = (event: DragEvent): void => {
    if (this.host.disabled || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#set(true);
  };

  readonly leave = ({ relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && this.host.shadowRoot?.contains(relatedTarget))) this.#set(false);
  };

  readonly drop = (event: DragEvent): void => {
    this.#set(false);
    if (this.host.disabled) return;
    event.preventDefault();
    // Errors are shown in the banner.
    this.take([...(event.dataTransfer?.files ?? [])]).catch(() => {});
  };

  #set(over: boolean): void {
    this.over = over;
    this.host.requestUpdate();
  }
}
