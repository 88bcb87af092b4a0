/** Messages between the pages of an origin: the work on an image was saved, or is asked for. */

/** A message from another page of the same origin; `key` names the image. */
export type TabMessage =
  /** Called when another page has saved the work on the image. */
  | { readonly kind: 'saved'; readonly key: string }
  /** Called when another page has opened the image and asks for unsaved work. */
  | { readonly kind: 'opened'; readonly key: string };

const CHANNEL = 'snake-segmenter';

const isMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'kind' in value &&
  (value.kind === 'saved' || value.kind === 'opened');

/** The channel between the pages of an origin; silent where there is no `BroadcastChannel`, or the browser refuses it. */
export class Tabs {
  readonly #channel: BroadcastChannel | undefined;

  constructor(heard: (message: TabMessage) => void) {
    try {
      this.#channel = new BroadcastChannel(CHANNEL);
    } catch {
      // Firefox refuses it where a site may store nothing.
      return;
    }
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data)) heard(data);
    };
  }

  tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
  }
}
