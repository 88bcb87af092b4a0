/** The table of measurements: order, columns, selection, keys, text; and bands with the names of their colours. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, projectionFor, sharedEllipse, squareFeature, withEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const tumour = { classification: { name: 'Tumour', color: [200, 0, 0] } };

describe('the table of measurements', function () {
  this.timeout(240_000);
  const shared = sharedEllipse({ lang: 'en', panel: true, table: true });

  const all = <T extends Element = HTMLElement>(selector: string): T[] => [
    ...(shared().shadowRoot?.querySelectorAll<T>(selector) ?? []),
  ];
  const one = <T extends Element = HTMLElement>(selector: string): T => {
    const [found] = all<T>(selector);
    if (!found) throw new Error(`nothing is ${selector}`);
    return found;
  };
  const cells = (column: number): string[] =>
    all('.grid .body .row').map((row) => row.children[column]?.textContent?.trim() ?? '');
  const titles = (): string[] => all('.titles button').map((button) => button.getAttribute('title') ?? '');
  const sort = async (title: string): Promise<void> => {
    one(`.titles button[title="${title}"]`).click();
    await shared().updateComplete;
  };
  const button = (text: string): HTMLButtonElement => {
    const found = all<HTMLButtonElement>('.table-head button').find((each) => each.textContent?.trim() === text);
    if (!found) throw new Error(`no button ${text}`);
    return found;
  };

  const filled = async (): Promise<SnakeSegmenter> => {
    const element = shared();
    element.classes = [];
    await element.import([
      squareFeature(10, 10, 30, tumour),
      squareFeature(60, 10, 60, { name: 'Gland, "left"' }),
      squareFeature(10, 100, 10, tumour),
    ]);
    await element.updateComplete;
    return element;
  };

  it('has a row for each object, in the order of the column that is pressed', async () => {
    await filled();
    expect(titles().slice(0, 3)).to.deep.equal(['Name', 'Class', 'Area, px²']);
    expect(cells(2)).to.deep.equal(['900', '3,600', '100']);
    await sort('Area, px²');
    expect(cells(2)).to.deep.equal(['100', '900', '3,600']);
    expect(one('[aria-sort=ascending]').textContent).to.contain('Area');
    await sort('Area, px²');
    expect(cells(2)).to.deep.equal(['3,600', '900', '100']);
    await sort('Area, px²');
    expect(cells(2)).to.deep.equal(['900', '3,600', '100']);
  });

  it('has figures end where their title ends', async () => {
    await filled();
    const endOf = (node: Node): number => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().right;
    };
    const title = one('.titles button[title="Area, px²"]');
    const column = all('.titles button').indexOf(title);
    const cell = one('.grid .body .row').children[column]!;
    expect(title.querySelector('i')?.textContent).to.equal('');
    expect(endOf(title)).to.be.closeTo(endOf(cell), 0.5);
  });

  it('shows what the list’s search and filter leave', async () => {
    const element = await filled();
    const search = one<HTMLInputElement>('.filters input');
    search.value = 'tum';
    search.dispatchEvent(new Event('input'));
    await element.updateComplete;
    expect(cells(2)).to.deep.equal(['900', '100']);
    search.value = '';
    search.dispatchEvent(new Event('input'));
    await element.updateComplete;
  });

  it('selects by clicks and keys, in step with list and image, and goes there', async () => {
    const element = await filled();
    const { viewport } = element.viewer!;
    viewport
      .zoomTo(viewport.getHomeZoom() * 6, undefined, true)
      .panTo(element.item!.imageToViewportCoordinates(300, 220), true);
    await frame();
    const before = viewport.getCenter(false);
    const { scale } = projectionFor(element);
    all('.grid .body .row')[0]!.click();
    await element.updateComplete;
    expect(element.selected?.id).to.equal(element.contours.features[0]!.id);
    expect(viewport.getCenter(false).x).to.be.lessThan(before.x);
    await frame();
    expect(projectionFor(element).scale).to.be.closeTo(scale, 1e-6 * scale);
    one('.grid .body .row').focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(element.selected?.properties.name).to.equal('Gland, "left"');
    await element.updateComplete;
    expect(all('.row[aria-selected=true]').map((row) => row.closest('.list') !== null)).to.deep.equal([true, false]);
    element.select(element.contours.features.map(({ id }) => id));
    await element.updateComplete;
    expect(all('.grid .row[aria-selected=true]')).to.have.length(3);
    all('.grid .body .row')[2]!.click();
    await element.updateComplete;
    all('.grid .body .row')[2]!.focus();
    await sendKeys({ press: 'Delete' });
    await element.updateComplete;
    const { activeElement } = element.shadowRoot!;
    expect([element.contours.features.length, activeElement], 'the row before the last').to.deep.equal([
      2,
      all('.grid .body .row')[1],
    ]);
    expect(activeElement?.ariaSelected).to.equal('true');
  });

  it('has lines and a ring of its rows over their whole width, in one place', async () => {
    const element = await filled();
    element.style.width = '1200px';
    await frame();
    one('.grid .body .row').focus();
    await sendKeys({ press: 'ArrowDown' });
    await element.updateComplete;
    const focused = one('.grid .row:focus-visible');
    for (const each of [focused, one('.grid .body .row:not(:focus)')]) {
      const { inlineSize, borderBlockEndWidth, borderInlineEndWidth } = getComputedStyle(each, '::after');
      const across = Number.parseFloat(inlineSize) + 2 * Number.parseFloat(borderInlineEndWidth);
      expect(across, 'beyond the last column').to.equal(each.clientWidth);
      expect([borderBlockEndWidth, borderInlineEndWidth]).to.deep.equal(
        each === focused ? ['2px', '2px'] : ['1px', '0px'],
      );
      const [cell] = each.children;
      expect(cell?.clientHeight, 'no line of its own that the ring would keep off').to.equal(each.clientHeight);
    }
    element.style.width = '640px';
  });

  it('leaves out the columns that are not wanted, on the screen, in the clipboard and in the file', async () => {
    const element = await filled();
    const copied: string[] = [];
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void copied.push(text) },
      configurable: true,
    });
    const perimeter = (): HTMLInputElement => {
      const label = all('.columns label').find((each) => each.textContent?.includes('Perimeter'));
      const input = label?.querySelector('input');
      if (!input) throw new Error('no column of the perimeter');
      return input;
    };
    const saved = new Promise<Blob>((resolve) => {
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob: Blob) => {
        URL.createObjectURL = createObjectURL;
        resolve(blob);
        return 'data:,';
      };
    });
    try {
      perimeter().click();
      await sort('Area, px²');
      button('Copy').click();
      await waitUntil(() => one('.status').textContent?.includes('Rows copied: 3'));
      const lines = copied[0]!.split('\n').map((line) => line.split('\t'));
      expect(lines[0]!.slice(0, 3)).to.deep.equal(['Name', 'Classification', 'Area px^2']);
      expect(lines[0]).not.to.include('Perimeter px');
      expect(lines[3]!.slice(0, 3)).to.deep.equal(['Gland, "left"', '', '3600']);
      button('CSV').click();
      const text = await (await saved).text();
      expect(text.split('\r\n')[0]).to.equal(lines[0]!.join(','));
      expect(text).to.contain('"Gland, ""left""",,3600');
    } finally {
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
      perimeter().click();
      await sort('Area, px²');
      await sort('Area, px²');
    }
    expect(titles()).to.include('Perimeter, px');
    expect(element.contours.features).to.have.length(3);
  });

  it('keeps only rows in sight in the document, of 10,000 too', async () => {
    const element = shared();
    const many = Array.from({ length: 10_000 }, (_, k) => ({
      ...squareFeature(k % 300, Math.floor(k / 300) * 5, 4),
      properties: { measurements: { Score: (k * 7919) % 10_007 } },
    }));
    await element.import(many);
    await element.updateComplete;
    expect(one('.grid').getAttribute('aria-rowcount')).to.equal('10001');
    expect(all('.grid .row').length).to.be.lessThan(80);
    await sort('Score');
    const scores = cells(2).map((text) => Number(text.replaceAll(',', '')));
    expect(scores).to.deep.equal(scores.toSorted((a, b) => a - b));
    element.select(element.contours.features[5_000]!.id);
    await waitUntil(() => one('.grid').scrollTop > 1000 && all('.grid .row[aria-selected=true]').length === 1);
    await sort('Score');
    await sort('Score');
  });

  it('opens and closes by a key, and takes and gives back the keys', async () => {
    const element = await filled();
    element.table = false;
    await element.updateComplete;
    element.viewer!.canvas.focus();
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'T' });
    await sendKeys({ up: 'Shift' });
    await waitUntil(() => element.shadowRoot?.activeElement?.closest('.grid'));
    await sendKeys({ press: 'Escape' });
    expect(element.table).to.equal(false);
    await waitUntil(() => element.viewer!.canvas.contains(element.shadowRoot!.activeElement));
    element.table = true;
  });

  it('opens with the focus on the row that is selected', async () => {
    const element = await withEllipse({ lang: 'en' });
    await element.import([squareFeature(20, 20, 40), squareFeature(80, 20, 40)]);
    const [, second] = element.contours.features;
    element.select(second?.id);
    await element.updateComplete;
    await element.executeCommand('snake.table');
    const focused = (): HTMLElement | null | undefined => element.shadowRoot?.activeElement?.closest('.grid .row');
    await waitUntil(focused);
    expect(focused()?.dataset.object).to.equal(second?.id);
    element.remove();
  });

  it('names the bands of colour images, in the panel too', async () => {
    const element = await filled();
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    await element.updateComplete;
    expect(titles()).to.include('Inside mean, Red');
    expect(one('[part=measurements]').textContent).to.contain('Outside std dev, Blue');
    expect(element.selected?.properties.measurements).to.have.property('Inside mean band 1');
    element.lang = 'de';
    element.requestUpdate();
    await element.updateComplete;
    expect(titles()).to.include('Mittelwert innen, Rot');
    element.lang = 'en';
  });

  it('passes the accessibility audit, empty too', async () => {
    const element = await filled();
    await expect(element).to.be.accessible();
    element.clear();
    await element.updateComplete;
    await expect(element).to.be.accessible();
  });
});
