/**
 * A pause by a message to itself, or by a timer where that fires first. In a worker, WebKit routes even such a message through the
 * page, so it waits while the page is busy; consecutive timers wait 4 ms each.
 */
const byMessage = (): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve);
      waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
      channel.port2.postMessage(0);
    });
};

/** Lets every waiting message and timer run once; a few microseconds where nothing waits. */
export const pause: () => Promise<void> =
  typeof setImmediate === 'function' ? () => new Promise((resolve) => setImmediate(resolve)) : byMessage();
