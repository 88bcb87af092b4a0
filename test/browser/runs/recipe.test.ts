/** Recipes of the page: saved with what is set, and set again from the file. */
import { expect } from '@open-wc/testing';
import { readRecipe, writeRecipe } from '../../../src/contours/recipe/recipe.js';
import { mount, once, refused, unmountAll } from '../support.js';

/** Catches the file that a command gives the browser to download. */
const downloaded = async (work: () => unknown): Promise<{ readonly name: string; readonly text: string }> => {
  const { click } = HTMLAnchorElement.prototype;
  const saved: HTMLAnchorElement[] = [];
  HTMLAnchorElement.prototype.click = function () {
    saved.push(this);
  };
  try {
    await work();
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
  const [anchor] = saved;
  if (!anchor) throw new Error('nothing was saved');
  return { name: anchor.download, text: await (await fetch(anchor.href)).text() };
};

describe('recipes', () => {
  afterEach(unmountAll);

  it('are refused where their parameters are not an object, and set nothing', async () => {
    const element = await mount({ model: 'poisson', parameters: { polarity: 'darker' } });
    const text = writeRecipe({ request: { model: 'gamma', parameters: 5 } });
    const error = await refused(element.import(new File([text], 'a.recipe.json')));
    expect(error).to.include({ code: 'bad-parameter' });
    expect(error.message).to.contain('The parameter parameters cannot be 5: it must be an object');
    expect(element).to.deep.include({ model: 'poisson', parameters: { polarity: 'darker' } });
  });

  it('are saved with algorithm, parameters and format, and set another page to the same', async () => {
    const settings = {
      algorithm: 'snake',
      model: 'gamma',
      channel: 'luminance',
      parameters: { polarity: 'brighter' },
      format: 'csv',
    } as const;
    const element = await mount(settings);
    const { name, text } = await downloaded(() => element.executeCommand('snake.recipe.save'));
    expect(name).to.equal('image.recipe.json');
    const { request, outputs } = readRecipe(text);
    expect(request).to.deep.equal({
      algorithm: 'snake',
      init: 'auto',
      parameters: { polarity: 'brighter', model: 'gamma', channel: 'luminance' },
    });
    expect(outputs).to.deep.equal(['csv']);
    const other = await mount({ model: 'poisson', parameters: { polarity: 'darker', prune: false } });
    const { contours } = await other.import(new File([text], 'a.recipe.json'));
    expect(contours).to.deep.equal([]);
    const { algorithm, model, channel, parameters, format } = other;
    expect({ algorithm, model, channel, parameters, format }).to.deep.equal(settings);
  });

  it('are saved by a button of the panel', async () => {
    const element = await mount({ panel: true, model: 'gamma' });
    const buttons = [...element.renderRoot.querySelectorAll<HTMLButtonElement>('.panel-box button.plain')];
    const button = buttons.find(({ textContent }) => textContent === 'Save as recipe');
    const { text } = await downloaded(async () => {
      button?.click();
      await once(element, 'file-save');
    });
    expect(readRecipe(text).request.parameters).to.deep.include({ model: 'gamma' });
  });

  it('of another version are refused, and change nothing', async () => {
    const element = await mount({ model: 'gamma' });
    const newer = JSON.stringify({ type: 'snake-segmenter-recipe', version: 2, request: { model: 'poisson' } });
    let code: unknown;
    await element.import(newer).catch((error: { readonly code: unknown }) => {
      ({ code } = error);
    });
    expect(code).to.equal('bad-recipe');
    expect(element.model).to.equal('gamma');
  });
});
