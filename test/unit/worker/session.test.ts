import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtIn } from '../../../src/algorithms.js';
import { EngineClient } from '../../../src/element/client/engine-client.js';
import { Session } from '../../../src/worker/session.js';
import { fileBytes } from '../../support/images/image-files.js';
import { ImageServer } from '../../support/servers/image-server.js';
import { lull, until } from '../../support/until.js';

test('an image is read while the device is made, and open once both are there', async () => {
  const server = await ImageServer.start(fileBytes);
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  let noAdapter = (): void => {};
  const adapter = new Promise<null>((resolve) => {
    noAdapter = () => resolve(null);
  });
  const gpu = { requestAdapter: () => adapter };
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
  try {
    const session = new Session(builtIn);
    const starting = session.start({}, { state: async () => {}, backend: async () => {} });
    let opened = false;
    const opening = session.open(1, { kind: 'url', url: server.url('cog.tif') }, 'open 1').then((info) => {
      opened = true;
      return info;
    });
    await until('a request', () => server.requests.length > 0);
    await lull('requests', () => server.requests.length);
    assert.equal(opened, false);
    noAdapter();
    assert.equal((await starting).backend, 'cpu');
    assert.equal((await opening).format, 'tiff');
    assert.equal((await session.stats()).images, 1);
    await session.close(1);
    assert.equal((await session.stats()).images, 0);
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
    await server.stop();
  }
});

test('the worker hears of an image before it has answered that it runs; samples stay until then', async () => {
  const heard: string[] = [];
  const silent = {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []): void => {
      for (const each of transfer) if (each instanceof MessagePort) each.close();
      const path: unknown = typeof message === 'object' && message !== null && Reflect.get(message, 'path');
      heard.push(String(path));
    },
    addEventListener: () => {},
    removeEventListener: () => {},
    terminate: () => {},
  };
  const client = new EngineClient({ backend: 'cpu', startWorker: () => silent });
  const data = new Uint8Array(4);
  const opening = [
    client.open({ kind: 'blob', blob: new Blob(['x']), name: 'x.tif' }),
    client.open({ kind: 'samples', width: 2, height: 2, data }),
  ];
  for (const each of opening) each.catch(() => {});
  await lull('messages', () => heard.length);
  assert.deepEqual(heard, ['start', 'open']);
  assert.equal(data.length, 4);
  client.dispose();
  for (const each of opening) await assert.rejects(each, { name: 'AbortError' });
});
