/** Memory of a page of Chromium: of its own heap, of its worker's, and of the processes. */
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

const MIB = 2 ** 20;

/** In MiB, but for the counts. */
export interface Held {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Heap and buffers of the newest worker; 0 where there is none. */
  readonly worker: number;
  readonly page: number;
  readonly gpu: number;
}

/** Memory that a process has of the system, in MiB; 0 where it is gone, and on systems without `/proc`. */
const resident = (pid: number): number => {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / MIB;
  } catch {
    return 0;
  }
};

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

/** The worker that a page started last, asked by Chromium's protocol. */
class Workers {
  readonly #alive: string[] = [];
  readonly #answers = new Map<number, (result: HeapUsage) => void>();
  #asked = 0;

  constructor(private readonly page: CDPSession) {
    page.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') this.#alive.push(sessionId);
    });
    page.on('Target.detachedFromTarget', ({ sessionId }) => {
      const at = this.#alive.indexOf(sessionId);
      if (at >= 0) this.#alive.splice(at, 1);
    });
    page.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message);
      this.#answers.get(id)?.(result);
      this.#answers.delete(id);
    });
  }

  async held(): Promise<number> {
    const sessionId = this.#alive.at(-1);
    if (sessionId === undefined) return 0;
    await this.#ask(sessionId, 'HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = await this.#ask(sessionId, 'Runtime.getHeapUsage');
    return (usedSize + backingStorageSize) / MIB;
  }

  async #ask(sessionId: string, method: string): Promise<HeapUsage> {
    const id = ++this.#asked;
    const answer = new Promise<HeapUsage>((resolve) => this.#answers.set(id, resolve));
    await this.page.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  }
}

/** Tells what a page holds, after its garbage was collected. Begin before the page starts its worker. */
export const memoryOf = async (tab: Page): Promise<() => Promise<Held>> => {
  const session = await tab.context().newCDPSession(tab);
  const browser = await tab.context().browser()!.newBrowserCDPSession();
  const workers = new Workers(session);
  await session.send('Performance.enable');
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return async () => {
    const worker = await workers.held();
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    const metric = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0;
    const of = (type: string): number =>
      processInfo.filter((each) => each.type === type).reduce((sum, { id }) => sum + resident(id), 0);
    return {
      heap: metric('JSHeapUsedSize') / MIB,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
      worker,
      page: of('renderer'),
      gpu: of('GPU'),
    };
  };
};
