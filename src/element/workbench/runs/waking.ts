/** How often a device is woken while a start is drawn, or may be. */

/**
 * Milliseconds from one waking of a device to the next. While a start is drawn, half a second of waking leaves half a second of rest, and an H200's clock falls
 * after .8 to 1.8 s. A pointer that is only over the image may stay there for long, so that the device rests for most of the time.
 */
export const WAKE_AGAIN = { drawn: 1000, hovered: 3000 } as const;
