/** Extensions of a page: tools, formats, sections of the panel, states, and all of it in a manifest. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type {
  FormatContribution,
  Prompts,
  Proposal,
  ToolContribution,
  ToolHost,
  ToolPointer,
} from '../../../src/element/snake-segmenter.js';
import { click, drag, refused, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

/** Draws a square of 20 pixels round each click, and says so. */
const stamp: ToolContribution = {
  id: 'stamp',
  title: { en: 'Stamp', de: 'Stempel' },
  hint: { en: 'Click to stamp.', de: 'Klicken stempelt.' },
  key: 'Shift+T',
  create: (host: ToolHost) => ({
    press: () => true,
    drag: ({ at }: ToolPointer) => host.show({ box: { x: at.x, y: at.y, width: -10, height: 10 }, cursor: at }),
    click: ({ at: { x, y } }: ToolPointer) => {
      host.draw([
        { x: x - 10, y: y - 10 },
        { x: x + 10, y: y - 10 },
        { x: x + 10, y: y + 10 },
        { x: x - 10, y: y + 10 },
      ]);
      host.say(`stamped at ${Math.round(x)}`);
    },
  }),
};

const points: FormatContribution = {
  id: 'points',
  title: 'Points',
  extension: 'xyz',
  type: 'text/x-points',
  write: ({ features }) => `POINTS ${features.length}`,
  recognises: (head) => head.startsWith('POINTS'),
  read: async (file) => {
    const count = Number((await file.text()).slice(7));
    return {
      type: 'FeatureCollection',
      features: Array.from({ length: count }, (_, k) => ({
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [9 * k, 0],
              [9 * k + 8, 0],
              [9 * k + 8, 8],
              [9 * k, 0],
            ],
          ],
        },
      })),
    };
  },
};

const code = (call: () => unknown): unknown => {
  try {
    call();
    return undefined;
  } catch (error) {
    return Reflect.get(Object(error), 'code');
  }
};

describe('extensions', () => {
  const shared = sharedEllipse({ panel: false });
  let offs: (() => void)[] = [];
  const adding = (off: () => void): void => void offs.push(off);
  afterEach(() => {
    for (const off of offs) off();
    offs = [];
  });

  it('add a tool, with button, key, hint and draft, until it is disposed of', async () => {
    const element = shared();
    const off = element.registerTool(stamp);
    adding(off);
    await element.updateComplete;
    const button = element.shadowRoot?.querySelector('[data-command="snake.tool.stamp"]');
    expect(button?.getAttribute('aria-label')).to.equal('Stamp');
    element.viewer?.canvas.focus();
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'T' });
    await sendKeys({ up: 'Shift' });
    await element.updateComplete;
    expect([element.tool, button?.getAttribute('aria-pressed')]).to.deep.equal(['stamp', 'true']);
    // The status says first that the image opens, until a tile of it is drawn.
    await waitUntil(() => element.shadowRoot?.textContent?.includes('Click to stamp.'));
    await drag(element, [40, 40], [80, 60]);
    expect(element.commands.find(({ id }) => id === 'snake.cancel')?.enabled).to.equal(true);
    element.executeCommand('snake.cancel');
    await click(element, 160, 120);
    await element.updateComplete;
    const [contour] = element.contours.features;
    expect(contour?.properties.measurements['Area px^2']).to.be.closeTo(400, 1);
    expect(element.shadowRoot?.textContent).to.contain('stamped at 160');
    off();
    await element.updateComplete;
    expect([element.tool, element.shadowRoot?.querySelector('[data-command="snake.tool.stamp"]')]).to.deep.equal([
      'pan',
      null,
    ]);
  });

  it('take titles in the language of the page', async () => {
    const element = shared();
    adding(element.registerTool(stamp));
    element.lang = 'de-CH';
    await element.updateComplete;
    expect(element.commands.find(({ id }) => id === 'snake.tool.stamp')?.title).to.equal('Stempel');
    element.removeAttribute('lang');
  });

  it('report what a tool throws, and go on', async () => {
    const element = shared();
    const told: string[] = [];
    const hear = (event: CustomEvent<{ code: string }>): void => void told.push(event.detail.code);
    element.addEventListener('segmenter-error', hear);
    adding(
      element.registerTool({
        id: 'broken',
        title: 'Broken',
        create: () => ({
          click: () => {
            throw new RangeError('no such colour');
          },
        }),
      }),
    );
    adding(element.registerTool({ id: 'empty', title: 'Empty', create: () => JSON.parse('1') }));
    element.tool = 'broken';
    await element.updateComplete;
    await click(element, 60, 60);
    element.tool = 'empty';
    await element.updateComplete;
    element.removeEventListener('segmenter-error', hear);
    expect(told).to.deep.equal(['bad-extension', 'bad-parameter']);
    element.executeCommand('snake.tool.box');
    await element.updateComplete;
    expect(element.tool).to.equal('box');
  });

  it('add a format for export, import and the panel', async () => {
    const element = shared();
    element.panel = true;
    adding(element.registerFormat(points));
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('#format option[value=points]')?.textContent).to.equal('Points');
    await element.take(new File(['POINTS 3'], 'a.xyz'));
    expect(element.contours.features.length).to.equal(3);
    expect((await element.import('POINTS 1')).contours.length).to.equal(1);
    // The point is one of the three: what has no id is known by its content.
    expect(await element.export('points')).to.equal('POINTS 3');
    offs.pop()?.();
    expect(await refused(element.export('points'))).to.include({ code: 'bad-parameter' });
    expect(await refused(element.import('POINTS 1'))).to.include({ code: 'bad-import' });
  });

  it('tell whose fault it is where a format fails', async () => {
    const element = shared();
    const reader = { id: 'bad', title: 'Bad', extension: 'bad', recognises: () => true };
    const throwing = (): never => {
      throw new TypeError('no header');
    };
    adding(element.registerFormat({ ...reader, read: throwing, write: throwing }));
    expect(await refused(element.import('x'))).to.include({ code: 'bad-extension' });
    expect(await refused(element.export('bad'))).to.include({ code: 'bad-extension' });
    adding(element.registerFormat({ ...reader, read: () => 7, write: () => JSON.parse('7') }));
    expect(await refused(element.import('x'))).to.include({ code: 'bad-import' });
    expect(await refused(element.export('bad'))).to.include({ code: 'bad-parameter' });
  });

  it('add a section to the panel, in reach of the page’s style sheets', async () => {
    const element = shared();
    element.panel = true;
    let gone = 0;
    const off = element.registerPanel({
      id: 'host.info',
      title: 'Info',
      mount: (container) => {
        container.textContent = 'from the page';
        return () => gone++;
      },
    });
    await element.updateComplete;
    const container = element.querySelector<HTMLElement>(':scope > [slot="panel.host.info"]');
    expect(container?.checkVisibility()).to.equal(true);
    expect(container?.textContent).to.equal('from the page');
    off();
    await element.updateComplete;
    expect([gone, container?.isConnected]).to.deep.equal([1, false]);
  });

  it('set states for conditions', () => {
    const element = shared();
    adding(element.registerCommand({ id: 'page.x', title: 'X', when: 'signedIn', run: () => {} }));
    const enabled = (): boolean | undefined => element.commands.find(({ id }) => id === 'page.x')?.enabled;
    expect(enabled()).to.equal(false);
    element.setContext('signedIn', true);
    expect(enabled()).to.equal(true);
    element.setContext('signedIn', false);
    expect(code(() => element.setContext('hasImage', true))).to.equal('bad-parameter');
    expect(code(() => element.setContext('a b', true))).to.equal('bad-parameter');
  });

  it('add a model, whose mask the snake refines', async () => {
    const element = shared();
    const asked: Prompts[] = [];
    let pixels = 0;
    adding(
      element.registerModel({
        id: 'net',
        title: 'Net',
        segment: async (prompts, { picture }) => {
          asked.push(prompts);
          const { data, width, height } = await picture({ x: 0, y: 0, width: 320, height: 240 }, 160, 120);
          pixels = data.length;
          const bright = Uint8Array.from({ length: width * height }, (_, k) => ((data[4 * k] ?? 0) > 150 ? 1 : 0));
          return { data: bright, width, height, rect: { x: 0, y: 0, width: 320, height: 240 } };
        },
      }),
    );
    element.algorithm = 'net';
    const hints = { inside: [[150, 120]], outside: [[10, 10]] };
    const { properties, geometry } = await element.segment({ x: 160, y: 120 }, { hints });
    expect(asked).to.deep.equal([
      {
        inside: [
          { x: 160, y: 120 },
          { x: 150, y: 120 },
        ],
        outside: [{ x: 10, y: 10 }],
        everywhere: false,
      },
    ]);
    expect([pixels, geometry.type]).to.deep.equal([4 * 160 * 120, 'Polygon']);
    expect(properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 60 * 40, 300);
    expect(properties.metadata).to.include({ proposedBy: 'net', algorithm: 'snake' });
    element.algorithm = 'snake';
  });

  it('keep a model’s outlines as they are where it says so, several at once', async () => {
    const element = shared();
    const square = (x: number): Proposal => ({
      type: 'Polygon',
      coordinates: [
        [
          [x, 9],
          [x + 4, 9],
          [x + 4, 13],
          [x, 13],
          [x, 9],
        ],
      ],
    });
    let asked: Prompts | undefined;
    const off = element.registerModel({
      id: 'net',
      title: 'Net',
      refine: false,
      segment: (prompts) => {
        asked = prompts;
        return [square(5), square(50)];
      },
    });
    adding(off);
    element.algorithm = 'net';
    await element.segment('auto');
    expect(asked).to.deep.include({ everywhere: true, box: { x: 0, y: 0, width: 320, height: 240 } });
    expect(element.contours.features.map(({ properties }) => properties.measurements['Area px^2'])).to.deep.equal([
      16, 16,
    ]);
    off();
    await element.updateComplete;
    expect(element.algorithm).to.equal('snake');
  });

  it('tell where a model fails, finds nothing, or is cancelled', async () => {
    const element = shared();
    let answer = (): unknown => undefined;
    adding(element.registerModel({ id: 'net', title: 'Net', segment: () => answer() }));
    const run = (): Promise<Error> => refused(element.segment({ x: 1, y: 2 }, { algorithm: 'net' }));
    expect(await run()).to.include({ code: 'nothing-found' });
    answer = () => ({ data: [1], width: 3, height: 3 });
    expect(await run()).to.include({ code: 'bad-extension' });
    answer = () => {
      throw new RangeError('no weights');
    };
    expect(await run()).to.include({ code: 'bad-extension' });
    answer = () => {
      element.cancel();
      return new Promise(() => {});
    };
    expect(await run()).to.include({ name: 'AbortError' });
    expect(code(() => element.registerModel({ id: 'level-set', title: 'Net', segment: () => [] }))).to.equal(
      'bad-parameter',
    );
  });

  it('come in a manifest, all or none', async () => {
    const element = shared();
    const ids = (): string[] => element.commands.map(({ id }) => id);
    const off = await element.registerExtension({
      contributes: { commands: [{ id: 'page.a', title: 'A', run: () => {} }], tools: [stamp], formats: [points] },
    });
    expect(ids()).to.include.members(['page.a', 'snake.tool.stamp']);
    off();
    expect(ids()).not.to.include.members(['page.a']);
    const bad = element.registerExtension({
      contributes: { tools: [stamp], formats: [{ id: 'x', title: 'X', extension: 'x' }] },
    });
    expect(await refused(bad)).to.include({ code: 'bad-parameter' });
    expect(ids()).not.to.include('snake.tool.stamp');
    expect(await refused(element.registerExtension(JSON.parse('{"contributes": {"themes": []}}')))).to.include({
      code: 'bad-parameter',
    });
  });

  it('are refused when they are made', () => {
    const element = shared();
    const create = (): object => ({});
    for (const tool of [
      { id: 'box', title: 'Box', create },
      { id: 'a b', title: 'A', create },
      { id: 'a', title: '', create },
      { id: 'a', title: {}, create },
      { id: 'a', title: 'A', create: JSON.parse('1') },
    ])
      expect(code(() => element.registerTool(tool))).to.equal('bad-parameter');
    for (const format of [
      { id: 'geojson', title: 'G', extension: 'g', write: () => '' },
      { id: 'g', title: 'G', extension: '', write: () => '' },
      { id: 'g', title: 'G', extension: 'g' },
      { id: 'g', title: 'G', extension: 'g', read: () => ({}) },
    ])
      expect(code(() => element.registerFormat(format))).to.equal('bad-parameter');
    expect(code(() => element.registerPanel(JSON.parse('{"id": "a", "title": "A"}')))).to.equal('bad-parameter');
    expect(element.commands.map(({ id }) => id)).not.to.include('snake.tool.a');
  });
});
