/** A server of Redis for one test, on a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
// @ts-expect-error a build script, plain JavaScript
import { ensureRedis } from '../../../scripts/machine/redis.mjs';

export class RedisServer {
  #child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly args: readonly string[],
  ) {}

  /** Keeps what it knows in `folder`, so that it is there after a restart. */
  static async start(folder: string, ...more: readonly string[]): Promise<RedisServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    server.close();
    await once(server, 'close');
    const port = typeof address === 'object' && address ? address.port : 0;
    const kept = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const redis = new RedisServer(port, ['--port', String(port), '--bind', '127.0.0.1', ...kept, ...more]);
    await redis.begin();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.begin();
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  private async begin(): Promise<void> {
    const child = spawn(ensureRedis(), this.args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    while (!said.includes('Ready to accept connections')) {
      if (child.exitCode !== null) throw new Error(`redis-server ended: ${said}`);
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    }
  }
}
