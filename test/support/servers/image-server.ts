/** A file server whose faults are chosen by the test. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

export interface Fault {
  /** Status of the answer instead of 200 or 206. */
  readonly status?: number;
  /** Number of times, then no more; for ever when not given. */
  times?: number;
  /** Holds the answer back until this settles. */
  readonly held?: Promise<void>;
  /** Ends the connection after so many bytes of the body. */
  readonly cutAt?: number;
}

export interface ServerOptions {
  readonly ranges?: boolean;
  /** Milliseconds before every answer: for benchmarks. */
  readonly latency?: number;
  /** Holds every answer back until what it returns settles. */
  readonly held?: (path: string) => Promise<void> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Status of the answer for what is not there, instead of 404. */
  readonly absent?: number;
  /** Whether a request with these headers is let in; others get 401. */
  readonly admits?: (headers: IncomingHttpHeaders) => boolean;
}

export class ImageServer {
  readonly requests: { readonly path: string; readonly range: string | undefined }[] = [];
  readonly faults = new Map<string, Fault>();
  readonly #server: Server;

  private constructor(
    private readonly files: (path: string) => Uint8Array | undefined,
    private readonly options: ServerOptions,
  ) {
    this.#server = createServer((request, response) => {
      const path = decodeURIComponent((request.url ?? '').split('?')[0]!).slice(1);
      const { range } = request.headers;
      this.requests.push({ path, range });
      const fault = this.#faultOf(path);
      const answer = (): void => {
        const headers = { ...this.options.headers };
        if (this.options.admits?.(request.headers) === false) return void response.writeHead(401, headers).end();
        if (fault?.status !== undefined) return void response.writeHead(fault.status, headers).end();
        const bytes = this.files(path);
        if (bytes === undefined) return void response.writeHead(this.options.absent ?? 404, headers).end();
        const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec((this.options.ranges !== false && range) || '') ?? [];
        let body = bytes;
        if (first !== undefined && last !== undefined) {
          if (Number(first) >= bytes.length) return void response.writeHead(416, headers).end();
          body = bytes.subarray(Number(first), Number(last) + 1);
          const content = `bytes ${first}-${Number(first) + body.length - 1}/${bytes.length}`;
          response.writeHead(206, { ...headers, 'Content-Range': content, 'Content-Length': body.length });
        } else response.writeHead(200, { ...headers, 'Content-Length': body.length });
        if (fault?.cutAt === undefined) return void response.end(body);
        response.write(body.subarray(0, fault.cutAt), () => response.destroy());
      };
      const { latency, held } = this.options;
      void Promise.all([fault?.held, held?.(path)]).then(() => {
        if (latency === undefined) answer();
        else setTimeout(answer, latency).unref();
      });
    });
  }

  static async start(
    files: (path: string) => Uint8Array | undefined,
    options: ServerOptions = {},
  ): Promise<ImageServer> {
    const server = new ImageServer(files, options);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  url(path: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new TypeError('the server is not listening');
    return `http://127.0.0.1:${address.port}/${path}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #faultOf(path: string): Fault | undefined {
    const fault = this.faults.get(path);
    if (fault?.times === undefined) return fault;
    if (fault.times === 0) return undefined;
    fault.times--;
    return fault;
  }
}
