/** What the header of a JPEG says of its restart intervals (ITU-T T.81, annexes B.2.2 to B.2.4 and E.2). */

/** The bytes before the data of the first scan, and the pixels that a restart interval has. */
export interface RestartHeader {
  /** From the start of the image to the end of the scan's header. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the height, then the width stand in `bytes`: two bytes each, the first the higher. */
  readonly sizeAt: number;
  /** Size that the frame says, 0 where it says none. */
  readonly width: number;
  readonly height: number;
  /** Size of a minimum coded unit in pixels. */
  readonly unitWidth: number;
  readonly unitHeight: number;
  /** Minimum coded units between two restart markers, 0 where there are none. */
  readonly interval: number;
}

const SEQUENTIAL: ReadonlySet<number> = new Set([0xc0, 0xc1]);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The header, where the bytes hold all of it and its first scan is sequential and of all components. */
export const restartHeader = (start: Uint8Array): RestartHeader | undefined => {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (start.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let frame: Omit<RestartHeader, 'bytes' | 'interval'> | undefined;
  let [interval, components] = [0, 0];
  for (let at = 2; at + 4 <= start.length; ) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return undefined;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const body = at + 4;
    const end = at + 2 + view.getUint16(at + 2);
    if (end < body || end > start.length) return undefined;
    if (marker === 0xdd && end >= body + 2) interval = view.getUint16(body);
    if (isFrame(marker)) {
      components = view.getUint8(body + 5);
      if (!SEQUENTIAL.has(marker) || end < body + 6 + 3 * components) return undefined;
      const factors = Array.from({ length: components }, (_, k) => view.getUint8(body + 7 + 3 * k));
      frame = {
        sizeAt: body + 1,
        height: view.getUint16(body + 1),
        width: view.getUint16(body + 3),
        // The blocks of a scan of one component are its minimum coded units, whatever its factors (A.2.2).
        unitWidth: 8 * (components > 1 ? Math.max(...factors.map((factor) => factor >> 4)) : 1),
        unitHeight: 8 * (components > 1 ? Math.max(...factors.map((factor) => factor & 15)) : 1),
      };
    }
    if (marker === 0xda) {
      const whole = frame && view.getUint8(body) === components && frame.unitWidth > 0 && frame.unitHeight > 0;
      return frame && whole ? { ...frame, interval, bytes: new Uint8Array(start.subarray(0, end)) } : undefined;
    }
    at = end;
  }
  return undefined;
};
