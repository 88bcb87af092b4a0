/** Lets every waiting message and timer run once; a few microseconds where nothing waits. */
export const pause: () => Promise<void> =
  typeof setImmediate === 'function'
    ? () => new Promise((resolve) => setImmediate(resolve))
    : (() => {
        const waiting: (() => void)[] = [];
        const channel = new MessageChannel();
        channel.port1.onmessage = () => waiting.shift()?.();
        return () =>
          new Promise<void>((resolve) => {
            waiting.push(resolve);
            channel.port2.postMessage(0);
          });
      })();
