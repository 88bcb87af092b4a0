/** Files dragged over the component, and dropped on it one after another. */

/** Takes files that are dropped on the component. */
export class Drops {
  /** True while a file is dragged over the component. */
  over = false;

  constructor(
    private readonly host: HTMLElement & { readonly disabled: boolean; requestUpdate(): void },
    private readonly take: (file: File) => Promise<void>,
  ) {}

  readonly enter = (event: DragEvent): void => {
    if (this.host.disabled || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#set(true);
  };

  readonly leave = ({ relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && this.host.shadowRoot?.contains(relatedTarget))) this.#set(false);
  };

  readonly drop = async (event: DragEvent): Promise<void> => {
    this.#set(false);
    if (this.host.disabled) return;
    event.preventDefault();
    for (const file of [...(event.dataTransfer?.files ?? [])]) await this.take(file);
  };

  #set(over: boolean): void {
    this.over = over;
    this.host.requestUpdate();
  }
}
