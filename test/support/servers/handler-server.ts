/** A server that answers as the test says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';

export interface RangeRequest {
  /** First and last byte asked for; none where the whole is. */
  readonly range: readonly [number, number] | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The address of a file that `answer` serves until the test ends. */
export const serving = async (
  t: TestContext,
  answer: (asked: RangeRequest) => void,
  path = 'file',
): Promise<string> => {
  const server = createServer((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const range = first === undefined ? undefined : ([Number(first), Number(last)] as const);
    answer({ range, request, response });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server is not listening');
  return `http://127.0.0.1:${address.port}/${path}`;
};

/** Answers a range with bytes `first` to `last` of a file. */
export const sendRange = (
  { response }: RangeRequest,
  file: Uint8Array,
  first: number,
  last: number,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const end = Math.min(last, file.length - 1);
  if (first >= file.length) {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${file.length}` }).end();
    return;
  }
  response.writeHead(206, { 'Content-Range': `bytes ${first}-${end}/${file.length}`, ...headers });
  response.end(file.subarray(first, end + 1));
};
