import type { Endpoint } from 'comlink';

interface Port {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(type: 'message', listener: (data: unknown) => void): unknown;
  off(type: 'message', listener: (data: unknown) => void): unknown;
}

/** Comlink's endpoint of one side of a Node thread. */
export const endpointOf = (port: Port): Endpoint => {
  const hearers = new WeakMap<object, (data: unknown) => void>();
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    addEventListener(_type, listener) {
      const hear = (data: unknown): void => {
        const event = new MessageEvent('message', { data });
        if ('handleEvent' in listener) listener.handleEvent(event);
        else listener(event);
      };
      hearers.set(listener, hear);
      port.on('message', hear);
    },
    removeEventListener(_type, listener) {
      const hear = hearers.get(listener);
      if (hear) port.off('message', hear);
    },
  };
};
