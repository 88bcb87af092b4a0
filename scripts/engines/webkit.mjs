/** WebKitGTK for the test runner, by WebDriver over HTTP, on a screen in memory. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { OnePage } from './session.mjs';

/** Keys by their names in the DOM, as WebDriver writes them. */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`F${k + 1}`, String.fromCodePoint(0xe031 + k)])),
};
const BUTTONS = { left: 0, middle: 1, right: 2 };
/**
 * Without a window manager the window under the pointer has the keys, and a page without them has no focus. The pointer rests in the middle of
 * the screen; the window is where the bar above its page is there, which leaves the page's own pointer to the driver.
 */
const SCREEN = { width: 3200, height: 2800 };
const PLACE = { x: SCREEN.width / 2 - 20, y: SCREEN.height / 2 - 15 };
/** Tenths of a second for the driver's start. */
const TRIES = 3000;

const keyOf = (name) => {
  const key = KEYS[name] ?? /^(?:Key|Digit)(\w)$/.exec(name)?.[1]?.toLowerCase() ?? name;
  if ([...key].length !== 1) throw new Error(`WebKit's driver has no key "${name}"`);
  return key;
};

/** A free port of this machine. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** An X server in memory; resolves to its name and process. */
const screen = () =>
  new Promise((resolve, reject) => {
    const server = spawn(
      'Xvfb',
      ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    );
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended')));
    server.stdio[3].once('data', (text) => resolve({ server, display: `:${String(text).trim()}` }));
  });

class Page {
  #at = { x: 0, y: 0 };

  constructor(call) {
    this.call = call;
  }

  goto(url) {
    return this.call('POST', '/url', { url });
  }

  url() {
    return this.call('GET', '/url');
  }

  /** The window is made larger by what surrounds the page. */
  async setViewport({ width, height }) {
    for (let turn = 0; turn < 2; turn++) {
      const rect = await this.call('GET', '/window/rect');
      const script = 'return [innerWidth, innerHeight]';
      const [inner, tall] = await this.call('POST', '/execute/sync', { script, args: [] });
      if (inner === width && tall === height && rect.x === PLACE.x) return;
      const size = { width: rect.width + width - inner, height: rect.height + height - tall };
      await this.call('POST', '/window/rect', { ...PLACE, ...size });
    }
  }

  /** WebDriver knows no media features. */
  async emulateMediaFeatures() {
    throw new Error("WebKit's driver cannot change media features");
  }

  #pointer(...actions) {
    const parameters = { pointerType: 'mouse' };
    return this.call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters, actions }] });
  }

  #keys(...actions) {
    return this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  mouse = {
    move: (x, y) => {
      this.#at = { x: Math.round(x), y: Math.round(y) };
      return this.#pointer({ type: 'pointerMove', duration: 0, origin: 'viewport', ...this.#at });
    },
    down: ({ button = 'left' } = {}) => this.#pointer({ type: 'pointerDown', button: BUTTONS[button] }),
    up: ({ button = 'left' } = {}) => this.#pointer({ type: 'pointerUp', button: BUTTONS[button] }),
    click: (x, y, { button = 'left' } = {}) => {
      this.#at = { x: Math.round(x), y: Math.round(y) };
      return this.#pointer(
        { type: 'pointerMove', duration: 0, origin: 'viewport', ...this.#at },
        { type: 'pointerDown', button: BUTTONS[button] },
        { type: 'pointerUp', button: BUTTONS[button] },
      );
    },
    reset: () => this.call('DELETE', '/actions'),
  };

  keyboard = {
    type: (text) =>
      this.#keys(
        ...[...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    press: (name) => this.#keys({ type: 'keyDown', value: keyOf(name) }, { type: 'keyUp', value: keyOf(name) }),
    down: (name) => this.#keys({ type: 'keyDown', value: keyOf(name) }),
    up: (name) => this.#keys({ type: 'keyUp', value: keyOf(name) }),
  };
}

/** @param browser the path of WebKit's `MiniBrowser`; `WebKitWebDriver` and `Xvfb` must be in the path */
export const webkitLauncher = (browser) =>
  new OnePage('WebKit', async () => {
    const { server, display } = await screen();
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: display,
      // Without a language the browser tells pages that it is "C".
      ...{ LANG: 'en_US.UTF-8', LANGUAGE: 'en_US', LC_ALL: 'en_US.UTF-8' },
      // Its sandbox needs rights that containers do not give.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    };
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
    const close = () => {
      driver.kill();
      server.kill();
    };
    process.once('exit', close);
    const call = async (method, path, body) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { value } = await response.json();
      if (value?.error) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    const started = async () => {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const status = await call('GET', '/status').catch(() => undefined);
        if (status?.ready) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('WebKitWebDriver does not answer');
    };
    try {
      await started();
      const { sessionId } = await call('POST', '/session', {
        capabilities: {
          alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
        },
      });
      const page = new Page((method, path, body) => call(method, `/session/${sessionId}${path}`, body));
      await page.call('POST', '/timeouts', { script: 600_000, pageLoad: 300_000 });
      return {
        page,
        close: async () => {
          await call('DELETE', `/session/${sessionId}`).catch(() => undefined);
          close();
        },
      };
    } catch (error) {
      close();
      throw error;
    }
  });
