/** A slide of a server that asks for a token: what a page shows where it runs out in the middle of the work. */
import { expect } from '@open-wc/testing';
import type { ErrorData } from '../../../src/core/errors.js';
import { drag, mount, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

/** Has the test server admit requests for a slide with this token alone, and only such as come before any of an address with that part. */
const admit = (slide: string, token: string, before = ''): Promise<Response> =>
  fetch(`/test/?guard=${slide}&token=${token}${before && `&before=${before}`}`);

/** Addresses of the finest level have this in them. */
const FINEST = '_files/9/';
const BOX = { x: 180, y: 120, width: 50, height: 40 };

describe('a slide whose token runs out in the middle', () => {
  afterEach(unmountAll);

  it('keeps a box that was drawn meanwhile, and runs it once it is asked to', async () => {
    const slide = 'slide-of-boxes';
    await admit(slide, 'first', FINEST);
    let kept = 'first';
    const element = await mount({
      backend: 'cpu',
      lang: 'en',
      tool: 'box',
      requestInit: () => ({ headers: { Authorization: `Bearer ${kept}` } }),
      src: `/test/data/images/dzi-png.dzi?guarded=${slide}`,
    });
    await element.ready;
    await element.updateComplete;
    const said = (): string | undefined => element.shadowRoot?.querySelector('.status .what')?.textContent?.trim();
    await drag(element, [180, 120], [230, 160]);
    await waitUntil(() => said() === 'Starts that could not run: 1. They are kept.', 'told');
    expect(element.shadowRoot?.querySelector('[role=alert]')).not.to.equal(null);
    expect(element.contours.features).to.deep.equal([]);
    await admit(slide, 'second');
    kept = 'second';
    element.shadowRoot?.querySelector<HTMLElement>('.status .link')?.click();
    await waitUntil(() => element.contours.features.length === 1, 'it ran');
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
  });

  for (const lang of ['en', 'de', 'fr'])
    it(`is told once for the picture and once for a run, in ${lang}; what is done stays, and work goes on once the host has another token`, async () => {
      const slide = `slide-${lang}`;
      await admit(slide, 'first', FINEST);
      let kept = 'first';
      const refused: (number | undefined)[] = [];
      const told: ErrorData[] = [];
      const element = await mount({
        backend: 'cpu',
        lang,
        requestInit: (_url, status) => {
          if (status !== undefined) refused.push(status);
          return { headers: { Authorization: `Bearer ${kept}` } };
        },
        src: `/test/data/images/dzi-png.dzi?guarded=${slide}`,
      });
      element.addEventListener('segmenter-error', ({ detail }) => told.push(detail));
      await element.ready;
      await waitUntil(() => told.length > 0, 'the picture lacks tiles');
      const contour = await element.segment({ x: 20, y: 20, width: 80, height: 60 }, { level: 1 });
      const failed = await element.segment(BOX, { level: 0 }).then(
        () => undefined,
        (error: ErrorData) => error,
      );
      expect(failed?.code).to.equal('tile-unavailable');
      expect(failed?.message).to.match(/\(.*_files\/9\/.*: HTTP 401 Unauthorized\)/);
      // One for all tiles of the picture, and one for the run.
      expect(told.map(({ message }) => message)).to.deep.equal([told[0]?.message, failed?.message]);
      expect([...new Set(refused)]).to.deep.equal([401]);
      await element.updateComplete;
      const words = { en: 'could not be read', de: 'ließ sich nicht lesen', fr: 'n’a pas pu être lue' }[lang];
      const banner = element.shadowRoot?.querySelector('[role=alert] p')?.textContent;
      expect(banner).to.include(words).and.include('401');
      // The annotator knows no tiles; the event, for engineers, names one.
      expect(banner).not.to.match(/\btile|kachel|\btuile|domain|bereich|\bzone/i);
      expect(element.contours.features).to.deep.equal([contour]);
      await admit(slide, 'second');
      kept = 'second';
      await element.segment(BOX, { level: 0 });
      expect(element.contours.features).to.have.length(2);
      expect(told).to.have.length(2);
    });

  it('and one that is refused from the start is told as that, also with newer headers; it opens once the host has a token', async () => {
    await admit('refused', 'right');
    let kept = 'wrong';
    const told: ErrorData[] = [];
    const element = await mount({
      backend: 'cpu',
      requestInit: () => ({ headers: { Authorization: `Bearer ${kept}` } }),
    });
    element.addEventListener('segmenter-error', ({ detail }) => told.push(detail));
    const src = `/test/data/images/dzi-png.dzi?guarded=refused`;
    element.src = src;
    await waitUntil(() => told.length > 0, 'the refusal is told');
    expect(told[0]?.code).to.equal('access-denied');
    expect(told[0]?.message).to.match(/refuses access to .*dzi-png\.dzi.* \(HTTP 401 Unauthorized\)/);
    expect(told[0]?.recoverable).to.equal(true);
    kept = 'right';
    element.src = '';
    await element.updateComplete;
    element.src = src;
    await waitUntil(() => element.image !== undefined, 'the slide is open');
    expect(told).to.have.length(1);
  });

  it('and a function of the page for headers that fails is told at once, with its own text; the image opens once it does not', async () => {
    const told: ErrorData[] = [];
    let asked = 0;
    let failing = true;
    const element = await mount({
      backend: 'cpu',
      requestInit: () => {
        asked++;
        if (failing) throw new TypeError('no token');
        return {};
      },
    });
    element.addEventListener('segmenter-error', ({ detail }) => told.push(detail));
    const src = '/test/data/images/cog.tif';
    element.src = src;
    await waitUntil(() => told.length > 0, 'the failure is told');
    expect(told[0]).to.include({ code: 'bad-parameter' });
    expect(told[0]?.message).to.match(/requestInit .*: the function failed: TypeError: no token/);
    expect(asked).to.equal(1);
    failing = false;
    element.src = '';
    await element.updateComplete;
    element.src = src;
    await waitUntil(() => element.image !== undefined, 'the slide is open');
    expect(told).to.have.length(1);
  });
});
