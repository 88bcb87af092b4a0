/** Documents that are none of a browser, each set up as a test runner does; `host` names it. Prints what became of a component. */
const KEPT =
  /^(process|Buffer|global(This)?|console|performance|queueMicrotask|fetch|(set|clear)(Timeout|Interval|Immediate))$/;

const windows = {
  'happy-dom': async (): Promise<object> => {
    const { Window } = await import('happy-dom');
    return new Window({ url: 'https://localhost/' });
  },
  jsdom: async (): Promise<object> => {
    const { JSDOM, VirtualConsole } = await import('jsdom');
    const options = { url: 'https://localhost/', pretendToBeVisual: true, virtualConsole: new VirtualConsole() };
    return new JSDOM('<!doctype html>', options).window;
  },
};

/** Whether JavaScript itself has a global of this name, or Node keeps its own. */
const isKept = (name: string): boolean =>
  KEPT.test(name) ||
  (name in globalThis &&
    !/^(Event|CustomEvent|EventTarget|AbortController|AbortSignal|DOMException|navigator)$/.test(name));

const play = async (window: object): Promise<void> => {
  for (const name of Object.getOwnPropertyNames(window)) {
    if (isKept(name)) continue;
    Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
  }
  await import('../../src/index.js');
  const element = document.createElement('snake-segmenter');
  element.toolbar = true;
  document.body.append(element);
  const told = await element.ready.then(
    () => 'ready',
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );
  await element.updateComplete;
  const buttons = element.shadowRoot?.querySelectorAll('button').length ?? 0;
  element.remove();
  console.log(JSON.stringify({ told, buttons: buttons > 0 }));
};

const render = async (): Promise<void> => {
  const { render } = await import('@lit-labs/ssr');
  const { collectResult } = await import('@lit-labs/ssr/lib/render-result.js');
  const { html } = await import('lit');
  await import('../../src/index.js');
  const text = await collectResult(render(html`<snake-segmenter src="a.dzi" toolbar></snake-segmenter>`));
  console.log(
    JSON.stringify({
      told: /<template [^>]*shadowrootmode="open"/.test(text),
      buttons: text.includes('role="toolbar"'),
    }),
  );
};

const [host] = process.argv.slice(2);
if (host === 'happy-dom' || host === 'jsdom') await play(await windows[host]());
else await render();
