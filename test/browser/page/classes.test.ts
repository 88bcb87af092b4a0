/** The list of classes: its changes are undone as a whole, with the class of new objects and those of the objects. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { oblong, sharedEllipse } from '../support.js';

const a = { name: 'A', color: [200, 0, 0] } as const;
const b = { name: 'B', color: [0, 200, 0] } as const;
const c = { name: 'C', color: [0, 0, 200] } as const;

describe('the list of classes', () => {
  const shared = sharedEllipse({ lang: 'en', panel: true });

  beforeEach(async () => {
    Object.assign(shared(), { classes: [a, b, c], classification: a });
    await shared().updateComplete;
  });

  const control = <Control extends HTMLElement>(element: SnakeSegmenter, label: string): Control => {
    const found = element.renderRoot.querySelector<Control>(`.classes [aria-label="${label}"]`);
    if (!found) throw new Error(`no ${label}`);
    return found;
  };

  const remove = async (element: SnakeSegmenter, name: string): Promise<void> => {
    control(element, `Delete class ${name}`).click();
    await element.updateComplete;
  };

  const rename = async (element: SnakeSegmenter, name: string, next: string): Promise<void> => {
    const field = control<HTMLInputElement>(element, `Rename ${name}`);
    field.value = next;
    field.dispatchEvent(new Event('input'));
    field.dispatchEvent(new Event('change'));
    await element.updateComplete;
  };

  const add = async (element: SnakeSegmenter): Promise<string> => {
    const { contours } = await element.import({ ...oblong });
    const { id } = contours[0]!;
    element.select(id);
    return id;
  };

  const classOf = (element: SnakeSegmenter, id: string): string | undefined =>
    element.contours.features.find((each) => each.id === id)?.properties.classification?.name;

  const names = ({ classes }: SnakeSegmenter): readonly string[] => classes.map(({ name }) => name);

  it('has a deleted class in its place again after undo, which new objects have again, too', async () => {
    const element = shared();
    const id = await add(element);
    element.classify(a, id);
    await remove(element, 'A');
    expect([names(element), element.classification, classOf(element, id)]).to.deep.equal([
      ['B', 'C'],
      undefined,
      undefined,
    ]);
    element.undo();
    expect([element.classes, element.classification, classOf(element, id)]).to.deep.equal([[a, b, c], a, 'A']);
    element.redo();
    expect([element.classes, element.classification, classOf(element, id)]).to.deep.equal([
      [b, c],
      undefined,
      undefined,
    ]);
  });

  it('has a class without objects again, and undo takes no object for it', async () => {
    const element = shared();
    await add(element);
    await remove(element, 'B');
    element.undo();
    expect([names(element), element.contours.features.length]).to.deep.equal([['A', 'B', 'C'], 1]);
    element.undo();
    expect([names(element), element.contours.features.length]).to.deep.equal([['A', 'B', 'C'], 0]);
  });

  it('keeps what was chosen and added since', async () => {
    const element = shared();
    await remove(element, 'A');
    element.classification = c;
    element.classes = [...element.classes, { name: 'D', color: [9, 9, 9] }];
    await element.updateComplete;
    element.undo();
    expect([names(element), element.classification]).to.deep.equal([['A', 'B', 'C', 'D'], c]);
  });

  it('has a renamed class by its old name alone, and classes that were joined apart', async () => {
    const element = shared();
    const id = await add(element);
    element.classify(a, id);
    await rename(element, 'A', 'Z');
    expect([names(element), element.classification?.name, classOf(element, id)]).to.deep.equal([
      ['Z', 'B', 'C'],
      'Z',
      'Z',
    ]);
    expect(element.renderRoot.querySelector('[role=status]')?.textContent).to.equal('Class: Z');
    await rename(element, 'Z', 'B');
    expect([names(element), element.classification?.name, classOf(element, id)]).to.deep.equal([['B', 'C'], 'B', 'B']);
    element.undo();
    expect([names(element), element.classification?.name, classOf(element, id)]).to.deep.equal([
      ['Z', 'B', 'C'],
      'Z',
      'Z',
    ]);
    element.undo();
    expect([element.classes, element.classification, classOf(element, id)]).to.deep.equal([[a, b, c], a, 'A']);
  });

  it('says that a class added beside objects of another is that of new ones', async () => {
    const element = shared();
    element.classify(a, await add(element));
    const field = element.renderRoot.querySelector<HTMLInputElement>('#new-class')!;
    field.value = 'D';
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    await element.updateComplete;
    expect(element.renderRoot.querySelector('[role=status]')?.textContent).to.equal('Class of new objects: D');
    expect([element.classification?.name, element.selected?.properties.classification?.name]).to.deep.equal(['D', 'A']);
  });

  it('gives the keys to the image after Enter in a name, and in the field of a new class after all new ones', async () => {
    const element = shared();
    for (const [field, typed] of [
      ['#new-class', ['D', 'F', '']],
      ['.class input[type=text]', ['E']],
    ] as const) {
      const input = element.renderRoot.querySelector<HTMLInputElement>(field)!;
      input.focus();
      input.select();
      for (const name of typed) {
        if (name !== '') await sendKeys({ type: name });
        await sendKeys({ press: 'Enter' });
        await element.updateComplete;
        if (name !== '') expect(names(element)).to.include(name);
      }
      await sendKeys({ press: '2' });
      await element.updateComplete;
      expect([element.classification?.name, input.value.includes('2')]).to.deep.equal(['B', false]);
      element.classification = undefined;
      await element.updateComplete;
    }
  });

  it('says of a key that no class has that none has it', async () => {
    const element = shared();
    element.focus();
    await sendKeys({ press: '9' });
    await element.updateComplete;
    expect(element.renderRoot.querySelector('[role=status]')?.textContent).to.equal('No class has this key.');
    expect(element.classification).to.deep.equal(a);
  });
});
