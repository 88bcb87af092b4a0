/**
 * What the test runner needs of a browser that shows one page at a time. The runner's own commands (mouse, keys, size of the page) are
 * sent to what `getPage` gives, which answers as a page of Puppeteer does.
 */
export class OnePage {
  type = 'puppeteer';
  concurrency = 1;
  #active;

  /**
   * @param name shown by the runner
   * @param open starts the browser; resolves to its page, and to what ends it
   */
  constructor(name, open) {
    this.name = name;
    this.open = open;
  }

  async startSession(id, url) {
    this.browser ??= this.open();
    const { page } = await this.browser;
    this.page = page;
    this.#active = id;
    await page.setViewport({ width: 800, height: 600 });
    await page.goto(url);
  }

  isActive(id) {
    return this.#active === id;
  }

  getPage() {
    return this.page;
  }

  async getBrowserUrl() {
    return this.page.url();
  }

  async stopSession() {
    this.#active = undefined;
    try {
      // Ends what the page still does.
      await this.page.goto('about:blank');
    } catch (error) {
      console.error(`${this.name} is started anew: ${error.message}`);
      const ended = this.browser;
      this.browser = undefined;
      await ended.then(({ close }) => close()).catch(() => undefined);
    }
    return {};
  }

  async stop() {
    const browser = await this.browser;
    await browser?.close();
  }
}
