/** The annotators' page at every size, in every language: no text is cut, no control too small, and what opens over the page lies in it. */
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { isWebKit, leaveOut } from '../engine-limits.js';
import { forgetWork } from '../forget-work.js';
import { until } from '../until.js';
import { joined } from './joined.js';

const sizes = [
  [320, 568],
  [360, 740],
  [568, 320],
  [844, 390],
  // A laptop's window at twice the size.
  [683, 325],
  [1366, 650],
] as const;

/** The lowest edge of a contour, in pixels of the image. */
const bottomOf = ({ geometry }: SnakeSegmenter['contours']['features'][number]): number =>
  geometry.type === 'Polygon' ? Math.max(...geometry.coordinates.flat().map(([, y]) => y)) : 0;

describe('the page at every size', function () {
  this.timeout(240_000);
  let frame: HTMLIFrameElement;
  let segmenter: SnakeSegmenter;

  const page = (): Document => {
    const { contentDocument } = frame;
    if (!contentDocument) throw new Error('The frame has no document');
    return contentDocument;
  };
  const view = (): Window & typeof globalThis => {
    const { defaultView } = page();
    if (!defaultView) throw new Error('The frame has no window');
    return defaultView;
  };
  const painted = (): Promise<void> =>
    new Promise((resolve) => view().requestAnimationFrame(() => view().requestAnimationFrame(() => resolve())));
  const resize = async (width: number, height: number): Promise<void> => {
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
    await until('its size', () => view().innerWidth === width && view().innerHeight === height);
    await segmenter.updateComplete;
    await painted();
  };
  const inside = <T extends Element = HTMLElement>(selector: string): T => {
    const found = segmenter.shadowRoot?.querySelector<T>(selector);
    if (!found) throw new Error(`nothing is ${selector}`);
    return found;
  };

  const label = (): string | null => inside('.toolbar').getAttribute('aria-label');
  /** The toolbar's name in the languages that were spoken. */
  const labels = new Map<string, string | null>();
  /** A language is loaded when it is first needed. */
  const speak = async (language: string): Promise<void> => {
    page().documentElement.lang = language;
    const isIn = (): boolean => [...labels].every(([other, told]) => (label() === told) === (other === language));
    await until(language, isIn);
    labels.set(language, label());
  };

  before(async () => {
    document.body.style.setProperty('margin', '0');
    frame = document.createElement('iframe');
    frame.style.cssText = 'position: fixed; inset: 0; width: 1366px; height: 650px; border: 0; background: white';
    frame.src = '/demo/index.html?lang=en#nuclei';
    document.body.append(frame);
    segmenter = await until('the element', () => page().querySelector('snake-segmenter'));
    await until('its upgrade', () => 'segment' in segmenter);
    await segmenter.ready;
    segmenter.classes = [
      { name: 'Tumor', color: [230, 159, 0] },
      { name: 'Stroma', color: [86, 180, 233] },
    ];
    await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
    segmenter.select(segmenter.contours.features[0]?.id);
    await segmenter.executeCommand('snake.class.1');
    labels.set('en', label());
  });
  after(async () => {
    frame.remove();
    await forgetWork();
  });

  const everything = (): HTMLElement[] =>
    [page(), segmenter.shadowRoot].flatMap((root) => [
      ...(root?.querySelectorAll<HTMLElement>('body *, .base *') ?? []),
    ]);
  /** What only screen readers are told of lies in a box of one pixel. */
  const isForReaders = (element: Element | null): boolean =>
    element !== null && (element.clientWidth === 1 || isForReaders(element.parentElement));
  const hasText = ({ childNodes }: Element): boolean =>
    [...childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());

  /** Texts that are wider than their box, or stick out of the window or of the button that they are on. */
  const cut = (): string[] =>
    everything().flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden, .unseen, .sr')) return [];
      if (!hasText(element)) return [];
      if (isForReaders(element)) return [];
      const told = `${element.tagName} ${element.className}: ${element.textContent?.trim().slice(0, 50)}`;
      const { overflowX } = view().getComputedStyle(element);
      const least = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      const clamped =
        element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 1 && overflowX === 'hidden';
      if ((least && overflowX !== 'auto') || clamped) return [told];
      // What scrolls shows the rest on demand.
      if (element.closest('.strip, .toolbar, .grid, .list')) return [];
      const range = page().createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return right > view().innerWidth + 1 || left < -1 ? [`${told} (${left} to ${right})`] : [];
    });

  const small = (): string[] =>
    everything()
      .filter((control) => control.matches('button, input:not([type=file]), select, summary, textarea, a[href]'))
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width > 0 && (width < 23.9 || height < 23.9);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 90));

  for (const language of ['en', 'de', 'fr']) {
    for (const panel of [false, true]) {
      it(`shows every text whole in ${language}, ${panel ? 'with' : 'without'} the panel`, async () => {
        await speak(language);
        segmenter.panel = panel;
        segmenter.tool = 'box';
        for (const [width, height] of sizes) {
          await resize(width, height);
          expect(cut(), `${width} × ${height}`).to.deep.equal([]);
          expect(small(), `${width} × ${height}`).to.deep.equal([]);
        }
      });
    }
  }

  it('shows every hint of a tool whole', async () => {
    segmenter.panel = false;
    const long: string[] = [];
    for (const language of ['en', 'de', 'fr']) {
      await speak(language);
      for (const [width, height] of [...sizes, [390, 844] as const]) {
        await resize(width, height);
        for (const { id } of segmenter.commands.filter((command) => command.id.startsWith('snake.tool.'))) {
          await segmenter.executeCommand(id);
          await segmenter.updateComplete;
          const what = inside('.status .what');
          const where = `${language}, ${width} × ${height}: ${what.textContent}`;
          expect(what.scrollHeight, where).to.be.at.most(what.clientHeight + 1);
          expect(what.scrollWidth, where).to.be.at.most(what.clientWidth + 1);
          const { top, bottom } = what.getBoundingClientRect();
          expect(bottom, where).to.be.at.most(height);
          const bar = segmenter.shadowRoot?.querySelector('.found')?.getBoundingClientRect();
          if (bar) expect(bar.bottom, `${where}: below the bar`).to.be.at.most(top);
          const { lineHeight } = getComputedStyle(what);
          if (width >= 390 && bottom - top > 2 * Number.parseFloat(lineHeight) + 2) long.push(where);
        }
      }
    }
    await speak('en');
    expect(long, 'of more than two lines').to.deep.equal([]);
  });

  it('keeps a message in a few lines beside a long offer, with room for both', async () => {
    segmenter.panel = false;
    const url = URL.createObjectURL(new Blob([joined], { type: 'text/javascript' }));
    await segmenter.registerAlgorithm(url);
    const { id } = await segmenter.segment({ x: 90, y: 70, width: 140, height: 100 }, { algorithm: 'joined' });
    await until('the message', () => inside('.status').textContent?.includes('thin neck'));
    for (const language of ['en', 'de', 'fr']) {
      await speak(language);
      for (const [width, height] of [...sizes, [390, 844] as const]) {
        await resize(width, height);
        const [what, link] = [inside('.status .what'), inside('.status .link')];
        const where = `${language}, ${width} × ${height}`;
        expect(what.clientHeight, where).to.be.at.most(5 * Number.parseFloat(getComputedStyle(what).lineHeight) + 2);
        const { left, right, top, bottom } = link.getBoundingClientRect();
        expect([top >= inside('.status').getBoundingClientRect().top, bottom <= height], where).to.deep.equal([
          true,
          true,
        ]);
        expect(link.scrollWidth, where).to.be.at.most(link.clientWidth + 1);
        expect([left >= what.getBoundingClientRect().right, right <= width], where).to.deep.equal([true, true]);
      }
    }
    await speak('en');
    segmenter.select(id);
    await segmenter.executeCommand('snake.remove');
    segmenter.select(segmenter.contours.features[0]?.id);
    segmenter.tool = 'box';
  });

  it('has the bar for vertices in sight beside the panel', async () => {
    segmenter.tool = 'nodes';
    segmenter.panel = true;
    segmenter.select(segmenter.contours.features[0]?.id);
    for (const [width, height] of [...sizes, [390, 844] as const]) {
      await resize(width, height);
      const bar = inside('.vertex-bar').getBoundingClientRect();
      const panel = inside('.panel-box').getBoundingClientRect();
      expect(bar.right <= panel.left || bar.bottom <= panel.top, `${width} × ${height}`).to.equal(true);
    }
    segmenter.panel = false;
    segmenter.tool = 'box';
  });

  it('says that the toolbar has more tools than it shows, until they are in sight', async () => {
    await resize(360, 740);
    const bar = inside('.toolbar');
    await until('the sign', () => bar.hasAttribute('data-more'));
    bar.scrollTo({ left: bar.scrollWidth, behavior: 'instant' });
    await until('no sign at the end', () => !bar.hasAttribute('data-more'));
    bar.scrollTo({ left: 0, behavior: 'instant' });
    await until('the sign again', () => bar.hasAttribute('data-more'));
    page().documentElement.dir = 'rtl';
    const sign = view().getComputedStyle(inside('.toolbar .group.panel'), '::before');
    await until('the sign from right to left', () => sign.backgroundImage.includes('to left'));
    page().documentElement.removeAttribute('dir');
    await resize(1366, 650);
    await until('no sign where all are in sight', () => !bar.hasAttribute('data-more'));
  });

  it('moves the toolbar on at a press of that sign, and takes no tool that lies under it', async () => {
    const bar = inside('.toolbar');
    for (const direction of ['ltr', 'rtl']) {
      page().documentElement.dir = direction;
      await resize(390, 844);
      bar.scrollTo({ left: 0, behavior: 'instant' });
      await until('the sign', () => bar.hasAttribute('data-more'));
      const { left, right, top, bottom } = inside('.toolbar .group.panel').getBoundingClientRect();
      const beside = direction === 'ltr' ? left - 10 : right + 10;
      const under = [...bar.querySelectorAll('.group:not(.panel) button')].find((each) => {
        const { left: start, right: end } = each.getBoundingClientRect();
        return start <= beside && beside <= end;
      });
      const pressed = segmenter.shadowRoot?.elementFromPoint(beside, (top + bottom) / 2);
      pressed?.dispatchEvent(new (view().MouseEvent)('click', { bubbles: true }));
      expect(segmenter.tool, direction).to.equal('box');
      await until(`the tool in sight, ${direction}`, () => {
        const place = under?.getBoundingClientRect();
        return (
          place &&
          (direction === 'ltr' ? place.left >= 0 && place.right < left : place.right <= 390 && place.left > right)
        );
      });
    }
    page().documentElement.removeAttribute('dir');
    bar.scrollTo({ left: 0, behavior: 'instant' });
  });

  it('has Undo in sight in the toolbar at every size, once, and passes by what is not shown', async () => {
    const bar = inside('.toolbar');
    const shown = (): HTMLElement[] => [...bar.querySelectorAll('button')].filter((each) => each.checkVisibility());
    for (const [width, height] of [...sizes, [390, 844], [1100, 650]] as const) {
      await resize(width, height);
      const where = `${width} × ${height}`;
      bar.scrollTo({ left: 0, behavior: 'instant' });
      const undo = shown().filter(({ dataset }) => dataset.command === 'snake.undo');
      expect(undo.length, where).to.equal(1);
      const { left, right } = undo[0]!.getBoundingClientRect();
      const { left: start, right: end } = bar.getBoundingClientRect();
      expect(left, where).to.be.at.least(start);
      expect(right, where).to.be.at.most(end);
      const enabled = shown().filter((each) => !each.matches(':disabled'));
      await until('a tab stop in sight', () => enabled.some(({ tabIndex }) => tabIndex === 0));
      enabled[0]!.focus();
      for (const next of [...enabled.slice(1), enabled[0]!]) {
        segmenter.shadowRoot?.activeElement?.dispatchEvent(
          new (view().KeyboardEvent)('keydown', { key: 'ArrowRight', bubbles: true }),
        );
        expect(segmenter.shadowRoot?.activeElement, `${where}: after the arrow key`).to.equal(next);
      }
      undo[0]!.focus();
      undo[0]!.blur();
    }
    bar.scrollTo({ left: 0, behavior: 'instant' });
  });

  it('has Delete in sight beside Undo in a narrow toolbar, while an object is selected', async () => {
    const bar = inside('.toolbar');
    const shown = (): HTMLElement[] =>
      [...bar.querySelectorAll<HTMLElement>('[data-command="snake.remove"]')].filter((each) => each.checkVisibility());
    const { id } = await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
    for (const [width, height] of [...sizes, [390, 844]] as const) {
      await resize(width, height);
      bar.scrollTo({ left: 0, behavior: 'instant' });
      segmenter.select(id);
      await segmenter.updateComplete;
      const where = `${width} × ${height}`;
      expect(shown().length, where).to.equal(1);
      const { left, right } = shown()[0]!.getBoundingClientRect();
      expect(left >= 0 && right <= width, where).to.equal(true);
      const undo = (): number =>
        [...bar.querySelectorAll('[data-command="snake.undo"]')]
          .find((each) => each.checkVisibility())!
          .getBoundingClientRect().x;
      const before = undo();
      segmenter.select(undefined);
      await segmenter.updateComplete;
      expect(undo(), `${where}: Undo stays in its place`).to.equal(before);
      expect(inside('.group.panel [data-command="snake.remove"]').checkVisibility(), where).to.equal(false);
    }
    await resize(390, 844);
    segmenter.select(id);
    await segmenter.updateComplete;
    segmenter.select(undefined);
    await segmenter.updateComplete;
    await painted();
    const end = (): number => inside('.group.panel').getBoundingClientRect().left - 28;
    const last = [...bar.querySelectorAll<HTMLElement>('[data-command^="snake.tool."]')]
      .filter((each) => each.getBoundingClientRect().right <= end())
      .at(-1)!;
    last.click();
    await segmenter.updateComplete;
    const before = end();
    segmenter.select(id);
    await until('the tool in hand in sight', () => end() < before && last.getBoundingClientRect().right <= end() + 1);
    segmenter.tool = 'box';
    await segmenter.updateComplete;
    const [remove] = shown();
    remove!.focus();
    remove!.click();
    await until('its end', () => !segmenter.contours.features.some((each) => each.id === id));
    await segmenter.updateComplete;
    await painted();
    expect(segmenter.shadowRoot?.activeElement, 'keys stay in the component').to.equal(segmenter.viewer?.canvas);
  });

  it('offers to stop a run that takes long where the toolbar does not show it', async () => {
    const { length } = segmenter.contours.features;
    const run = segmenter.segment({ x: 440, y: 295, width: 50, height: 34 }, { paused: true });
    const stop = await until('the button', () => segmenter.shadowRoot?.querySelector<HTMLElement>('.status .stop'));
    for (const [width, height] of [...sizes, [390, 844]] as const) {
      await resize(width, height);
      const where = `${width} × ${height}`;
      if (width > 1040) expect(stop.checkVisibility(), where).to.equal(false);
      else await until(where, () => stop.checkVisibility({ visibilityProperty: true }));
      expect(cut(), where).to.deep.equal([]);
      expect(small(), where).to.deep.equal([]);
    }
    stop.click();
    await run.catch(() => {});
    await until('its end', () => !segmenter.shadowRoot?.querySelector('.status .stop'));
    if (segmenter.contours.features.length > length) segmenter.undo();
  });

  it('opens menu and columns in the window, beside their buttons, from right to left too', async () => {
    segmenter.table = true;
    for (const direction of ['ltr', 'rtl']) {
      page().documentElement.dir = direction;
      for (const [width, height] of sizes) {
        await resize(width, height);
        for (const [button, opened] of [
          ['[data-command="snake.menu"]', '#menu'],
          ['[popovertarget="table-columns"]', '#table-columns'],
        ] as const) {
          const where = `${opened}, ${direction}, ${width} × ${height}`;
          inside(button).click();
          const panel = inside(opened);
          expect(panel.matches(':popover-open'), where).to.equal(true);
          const box = panel.getBoundingClientRect();
          const at = inside(button).getBoundingClientRect();
          expect(box.left, where).to.be.at.least(0);
          expect(box.top, where).to.be.at.least(0);
          expect(box.right, where).to.be.at.most(width);
          expect(box.bottom, where).to.be.at.most(height);
          expect(box.height, where).to.be.greaterThan(100);
          const overlap = Math.min(box.right, at.right) - Math.max(box.left, at.left);
          expect(overlap, `${where}: beside its button`).to.be.greaterThan(at.width / 2);
          panel.hidePopover();
        }
      }
    }
    // One that is open follows a window that is turned.
    await resize(360, 740);
    inside('[data-command="snake.menu"]').click();
    await resize(844, 390);
    const [menu, button] = [
      inside('#menu').getBoundingClientRect(),
      inside('[data-command="snake.menu"]').getBoundingClientRect(),
    ];
    expect(Math.min(menu.right, button.right) - Math.max(menu.left, button.left)).to.be.greaterThan(button.width / 2);
    inside('#menu').hidePopover();
    page().documentElement.removeAttribute('dir');
    segmenter.table = false;
  });

  it('has title and cross of the table in one line, and its buttons in one', async () => {
    segmenter.table = true;
    await resize(360, 740);
    const top = (selector: string): number => inside(selector).getBoundingClientRect().top;
    const tops = [...(segmenter.shadowRoot?.querySelectorAll('.table-head .plain') ?? [])].map(
      (each) => each.getBoundingClientRect().top,
    );
    expect(new Set(tops).size).to.equal(1);
    expect(Math.abs(top('.table-head h2') - top('.table-head .mini'))).to.be.lessThan(12);
    expect(tops[0]).to.be.greaterThan(top('.table-head h2') + 12);
    expect(cut()).to.deep.equal([]);
    segmenter.table = false;
  });

  it('writes each button for vertices in one line in a narrow window', async () => {
    await resize(360, 740);
    segmenter.panel = false;
    segmenter.tool = 'nodes';
    segmenter.select(segmenter.contours.features[0]?.id);
    await segmenter.updateComplete;
    const heights = [...(segmenter.shadowRoot?.querySelectorAll('.vertex-bar .plain') ?? [])].map(
      (button) => button.getBoundingClientRect().height,
    );
    expect(heights).to.have.length(4);
    expect(Math.max(...heights)).to.be.at.most(40);
    expect(cut()).to.deep.equal([]);
    segmenter.tool = 'box';
  });

  it('has the map beside the bar for vertices, and never below it', async () => {
    await speak('de');
    segmenter.panel = false;
    segmenter.navigator = true;
    segmenter.tool = 'nodes';
    segmenter.select(segmenter.contours.features[0]?.id);
    for (const [width, height] of sizes) {
      await resize(width, height);
      const where = `${width} × ${height}`;
      const bar = inside('.vertex-bar').getBoundingClientRect();
      const map = inside('.navigator').getBoundingClientRect();
      expect(map.width, where).to.be.greaterThan(0);
      expect(bar.height, `${where}: one row`).to.be.at.most(52);
      expect(bar.right <= map.left || map.bottom <= bar.top || bar.bottom <= map.top, where).to.equal(true);
      expect(inside('.vertex-bar').scrollWidth, where).to.be.at.most(bar.width);
    }
    await speak('en');
    segmenter.navigator = false;
    segmenter.tool = 'box';
  });

  it('lays nothing over the image that covers another: errors, bars, guide and map', async () => {
    const { contours } = segmenter;
    const [first] = contours.features;
    const { properties } = first!;
    segmenter.contours = {
      ...contours,
      features: [
        first!,
        {
          ...first!,
          id: crypto.randomUUID(),
          properties: { ...properties, probability: 0.7, metadata: { ...properties.metadata, init: 'auto' } },
        },
      ],
    };
    const guide = page().querySelector<HTMLElement>('.guide')!;
    const { hidden } = guide;
    segmenter.panel = false;
    segmenter.navigator = true;
    for (const language of ['en', 'de', 'fr']) {
      await speak(language);
      for (const tool of ['nodes', 'point', 'brush'] as const) {
        segmenter.tool = tool;
        segmenter.select(first!.id);
        await segmenter.segment({ x: 4, y: 4, width: 0, height: 9 }).catch(() => {});
        for (const [width, height] of [
          [360, 740],
          [390, 844],
          [480, 800],
          [1366, 650],
        ] as const) {
          guide.hidden = false;
          await resize(width, height);
          const parts = [
            ...(segmenter.shadowRoot?.querySelectorAll('.banner, .bars > *, .navigator, .toolbar, .status .what') ??
              []),
            guide,
          ].map((each) => [each.className, each.getBoundingClientRect()] as const);
          expect(parts.length, 'an error, a bar, the map, tools, status and guide').to.be.at.least(6);
          for (const [k, [name, a]] of parts.entries()) {
            for (const [other, b] of parts.slice(k + 1)) {
              const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
              expect(apart, `${language}, ${tool}, ${width} × ${height}: ${name} and ${other}`).to.equal(true);
            }
          }
        }
      }
    }
    guide.hidden = hidden;
    segmenter.navigator = false;
    segmenter.tool = 'box';
    segmenter.contours = contours;
    await speak('en');
  });

  it('leaves the image where it is when the status offers a command', async () => {
    for (const [width, height] of sizes) {
      await resize(width, height);
      const where = `${width} × ${height}`;
      const { height: before } = inside('.stage').getBoundingClientRect();
      segmenter.select(segmenter.contours.features[0]?.id);
      await segmenter.executeCommand('snake.remove');
      await segmenter.updateComplete;
      const { height: after } = inside('.stage').getBoundingClientRect();
      const offered = inside('.status .link').checkVisibility();
      segmenter.undo();
      expect([offered, after], where).to.deep.equal([true, before]);
    }
    segmenter.select(segmenter.contours.features[0]?.id);
  });

  it('has the name and two figures of the table in sight in a narrow window, and the name beside all others', async () => {
    segmenter.table = true;
    for (const direction of ['ltr', 'rtl']) {
      page().documentElement.dir = direction;
      await resize(360, 740);
      const cells = (): DOMRect[] =>
        [...inside('.grid .body .row').children].map((cell) => cell.getBoundingClientRect());
      const figures = [...inside('.grid .body .row').children].map((cell) => cell.classList.contains('figure'));
      expect(figures.filter((figure) => figure).length).to.be.greaterThan(3);
      const whole = cells().filter(({ left, right }, k) => figures[k] && left >= 0 && right <= 360);
      expect(whole.length, direction).to.be.at.least(2);
      const grid = inside('.grid');
      grid.scrollTo({ left: direction === 'ltr' ? grid.scrollWidth : -grid.scrollWidth, behavior: 'instant' });
      const { left, right } = cells()[0]!;
      expect([Math.round(left) >= 0, Math.round(right) <= 360], `${direction}, scrolled`).to.deep.equal([true, true]);
      expect(Math.abs(grid.scrollLeft)).to.be.greaterThan(50);
      grid.scrollTo({ left: 0, behavior: 'instant' });
    }
    page().documentElement.removeAttribute('dir');
    segmenter.table = false;
  });

  it('breaks no word of the titles of the table in a narrow window', async () => {
    segmenter.table = true;
    for (const width of [360, 390]) {
      await resize(width, 740);
      const broken = [...(segmenter.shadowRoot?.querySelectorAll('.titles button') ?? [])].flatMap((button) => {
        const walker = page().createTreeWalker(button, NodeFilter.SHOW_TEXT);
        const words: string[] = [];
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
          for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
            const range = page().createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word);
          }
        }
        return words;
      });
      expect(broken, String(width)).to.deep.equal([]);
    }
    segmenter.table = false;
  });

  it('shows a preview above the panel, and the tool in use in the toolbar, in a narrow window', async () => {
    await resize(390, 844);
    segmenter.panel = false;
    segmenter.select(segmenter.contours.features[0]?.id);
    segmenter.viewer?.viewport.goHome(true);
    await segmenter.updateComplete;
    await segmenter.executeCommand('snake.contour.smooth');
    await until('the preview', () => segmenter.shadowRoot?.querySelector('#tolerance'));
    await until('the view to move', () => {
      const { geometry } = segmenter.contours.features[0]!;
      const ring = geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : [];
      const { viewer, item } = segmenter;
      const { top } = viewer!.canvas.getBoundingClientRect();
      const bottoms = ring.map(([x, y]) => {
        const at = item!.imageToViewportCoordinates(x, y);
        return top + viewer!.viewport.pixelFromPoint(at, true).y;
      });
      return Math.max(...bottoms) <= inside('.panel-box').getBoundingClientRect().top;
    });
    inside('.reshape button:last-of-type').click();
    segmenter.panel = false;
    for (const direction of ['ltr', 'rtl']) {
      page().documentElement.dir = direction;
      for (const tool of ['nodes', 'pan', 'brush', 'box'] as const) {
        segmenter.tool = tool;
        await segmenter.updateComplete;
        const [one, end] = [inside('.toolbar [aria-pressed=true]'), inside('.toolbar .group.panel')].map((each) =>
          each.getBoundingClientRect(),
        );
        const covered = direction === 'ltr' ? one!.right > end!.left : one!.left < end!.right;
        expect([covered, one!.left >= 0, one!.right <= 390], `${direction} ${tool}`).to.deep.equal([false, true, true]);
      }
    }
    page().documentElement.removeAttribute('dir');
  });

  it('brings the view back once the panel that covered it is closed, unless it was moved meanwhile', async () => {
    await resize(390, 844);
    segmenter.panel = false;
    const { viewport } = segmenter.viewer!;
    const lowest = [...segmenter.contours.features].sort((a, b) => bottomOf(b) - bottomOf(a))[0];
    segmenter.select(lowest?.id);
    const toggle = async (): Promise<void> => {
      await segmenter.executeCommand('snake.panel');
      await segmenter.updateComplete;
      await painted();
    };
    // The height of the view is a whole number of pixels, or any other.
    for (const less of ['0', '0.25px', '0.5px', '0.75px']) {
      segmenter.style.marginBlockEnd = less;
      await painted();
      viewport.goHome(true);
      const before = viewport.getCenter();
      await toggle();
      expect(viewport.getCenter().equals(before), `beside the panel, ${less}`).to.equal(false);
      await toggle();
      expect(viewport.getCenter().distanceTo(before), `back, ${less}`).to.be.lessThan(1e-9);
      await toggle();
      viewport.panBy(viewport.getCenter().times(0.1), true);
      const moved = viewport.getCenter();
      await toggle();
      expect(viewport.getCenter().distanceTo(moved), `moved, ${less}`).to.be.lessThan(1e-9);
    }
    segmenter.style.marginBlockEnd = '';
    viewport.goHome(true);
  });

  it('shows a field of the panel that gets the focus below the heading that stays', async () => {
    segmenter.panel = true;
    await resize(1366, 650);
    const field = inside('.filters > input');
    const scrolled = field.closest<HTMLElement>('.panel-box')!;
    // A part of the field lies under the heading.
    scrolled.scrollTop += field.getBoundingClientRect().top - scrolled.getBoundingClientRect().top - 20;
    field.focus();
    await painted();
    const heading = field.closest('details')!.querySelector('summary')!.getBoundingClientRect();
    expect(field.getBoundingClientRect().top).to.be.at.least(heading.bottom);
    field.blur();
    scrolled.scrollTop = 0;
  });

  it('shortens the class in the list of objects, and not the size beside it', async () => {
    segmenter.panel = true;
    await resize(1366, 650);
    const [first] = segmenter.contours.features;
    segmenter.classify({ name: 'Tumour infiltrating lymphocyte', color: [1, 2, 3] }, first!.id);
    await segmenter.updateComplete;
    await painted();
    const row = [...segmenter.shadowRoot!.querySelectorAll('.row')].find(({ textContent }) =>
      textContent.includes('Tumour inf'),
    )!;
    const end = (selector: string): number => row.querySelector(selector)!.getBoundingClientRect().right;
    // Where a mouse is, the buttons are seen while it is over the row, or while the row has the focus.
    row.querySelector<HTMLElement>('.mini')!.focus();
    await painted();
    expect(end('small bdi:last-of-type')).to.be.at.most(row.querySelector('.minis')!.getBoundingClientRect().left);
    expect(end('small bdi')).to.be.lessThan(end('small bdi:last-of-type'));
    row.querySelector<HTMLElement>('.mini')!.blur();
    segmenter.classify(first!.properties.classification, first!.id);
  });

  it('keeps figure and unit in their order from right to left', async () => {
    page().documentElement.dir = 'rtl';
    segmenter.panel = true;
    await resize(1366, 650);
    const size = inside('.row small bdi:last-of-type');
    expect(size.textContent).to.match(/^[\d.]+ px²$/);
    expect(view().getComputedStyle(size).unicodeBidi).to.equal('isolate');
    // A text in a language of the other direction ends with its full stop, at the side where those of the page begin.
    const status = view().getComputedStyle(inside('.status .what'));
    expect([status.direction, status.textAlign]).to.deep.equal(['ltr', 'right']);
    page().documentElement.removeAttribute('dir');
  });

  it('has the count of objects without a class below those of the classes', async () => {
    page().documentElement.removeAttribute('dir');
    segmenter.panel = true;
    segmenter.classes = [{ name: 'Tumor', color: [230, 159, 0] }];
    segmenter.classify(undefined, segmenter.contours.features[0]!.id);
    await resize(1366, 650);
    const ends = [...segmenter.shadowRoot!.querySelectorAll('.class .count')].map((count) =>
      Math.round(count.getBoundingClientRect().right),
    );
    expect(ends).to.deep.equal([ends[0], ends[0]]);
    segmenter.undo();
  });

  it('shows a class with a long name as far as there is room, and all of it on demand', async () => {
    const name = 'Tumor infiltrating lymphocyte, uncertain';
    segmenter.classes = [{ name, color: [230, 159, 0] }];
    await resize(1366, 650);
    const field = inside<HTMLInputElement>('.class .flat');
    expect(field.title).to.equal(name);
    expect(view().getComputedStyle(field).textOverflow).to.equal('ellipsis');
    // A mouse brings the buttons of a row out; a finger needs them in sight.
    expect(field.clientWidth).to.be.greaterThan(view().matchMedia('(hover: hover)').matches ? 140 : 90);
  });

  it('marks what is selected, and shows the colours of classes, with the colours of the system alone', async function () {
    leaveOut(this, isWebKit, "WebKit's driver sets no media features");
    await executeServerCommand('media-features', { 'forced-colors': 'active' });
    try {
      await until('the colours', () => view().matchMedia('(forced-colors: active)').matches);
      segmenter.select(segmenter.contours.features[0]?.id);
      await segmenter.updateComplete;
      const style = (selector: string): CSSStyleDeclaration => view().getComputedStyle(inside(selector));
      expect(style('.row[aria-selected="true"]').outlineStyle).to.equal('solid');
      expect(style('.row .swatch').backgroundColor).to.equal('rgb(230, 159, 0)');
      expect(style('.class.chosen .key').outlineStyle).to.equal('solid');
      segmenter.tool = 'nodes';
      await segmenter.updateComplete;
      const several = '[data-vertices="snake.vertices.several"]';
      expect(style(several).outlineStyle).to.equal('none');
      await segmenter.executeCommand('snake.vertices.several');
      await segmenter.updateComplete;
      expect(style(several).outlineStyle).to.equal('solid');
      inside(several).focus({ focusVisible: true } as FocusOptions);
      expect(style(several).outlineStyle, 'with the focus').to.equal('double');
      await segmenter.executeCommand('snake.vertices.several');
    } finally {
      await executeServerCommand('media-features', {});
    }
  });
});
