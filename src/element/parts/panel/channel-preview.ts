/** The small picture below the list of channels: what the algorithm sees of the view. */
import type { RgbaPicture } from '../../../image/display.js';

/** Most pixels of the picture a side. */
export const PREVIEW = { width: 224, height: 128 } as const;

/** A picture that is wanted, and the function that asks for it. */
export interface PreviewRequest {
  /** Names the picture: the same key, the same picture. */
  readonly key: string;
  ask(): Promise<RgbaPicture>;
}

/** The picture of the channel, requested again when its key changes. */
export class ChannelPreview {
  #key = '';
  #picture: RgbaPicture | undefined;

  constructor(private readonly arrived: () => void) {}

  /** Paints the picture into its canvas, once it is there; nothing is asked for while the canvas is folded away. */
  paint(root: ParentNode, request: PreviewRequest | undefined): void {
    const canvas = root.querySelector<HTMLCanvasElement>('canvas.channel');
    if (!canvas?.parentElement?.checkVisibility() || !request) return;
    if (request.key !== this.#key) void this.#ask(request);
    const picture = this.#picture;
    canvas.hidden = picture === undefined;
    if (!picture) return;
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d')?.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0);
    canvas.dataset.channel = this.#key;
  }

  async #ask({ key, ask }: PreviewRequest): Promise<void> {
    this.#key = key;
    // A channel that cannot be had has no picture; what is wrong a run says.
    const picture = await ask().catch(() => undefined);
    if (this.#key !== key) return;
    this.#picture = picture;
    this.arrived();
  }
}
