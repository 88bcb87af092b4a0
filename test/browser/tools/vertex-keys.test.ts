/** Vertices edited by keys alone: walked through, moved, added, removed, and told to screen readers. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { Position } from '../../../src/core/geometry/ring.js';
import { toScreen } from '../../../src/element/overlay/projection.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, overlayCanvas, projectionFor, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const square: readonly Position[] = [
  [100, 80],
  [200, 80],
  [200, 160],
  [100, 160],
  [100, 80],
];

const hole: readonly Position[] = [
  [140, 110],
  [140, 130],
  [160, 130],
  [140, 110],
];

describe('vertices by keys', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false });

  const withRings = async (...rings: readonly (readonly Position[])[]): Promise<SnakeSegmenter> => {
    const element = shared();
    element.tool = 'nodes';
    const { contours } = await element.import({ type: 'Polygon', coordinates: rings });
    element.select(contours[0]!.id);
    await element.updateComplete;
    element.focus();
    await frame();
    return element;
  };

  const press = async (...keys: readonly string[]): Promise<string> => {
    for (const key of keys) await sendKeys({ press: key });
    await shared().updateComplete;
    return shared().shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
  };

  const ringOf = (element: SnakeSegmenter, k = 0): readonly Position[] => {
    const { geometry } = element.contours.features[0]!;
    if (geometry.type !== 'Polygon') throw new Error('no polygon');
    return geometry.coordinates[k]!;
  };

  it('are walked through with their places, those of holes too, in both directions', async () => {
    const element = await withRings(square, hole);
    expect(await press('PageDown')).to.equal('Vertex 1 of 7 at 100, 80');
    expect(await press('PageDown', 'PageDown', 'PageDown', 'PageDown')).to.equal('Vertex 5 of 7 at 140, 110');
    expect(await press('PageDown', 'PageDown', 'PageDown')).to.equal('Vertex 1 of 7 at 100, 80');
    expect(await press('PageUp')).to.equal('Vertex 7 of 7 at 160, 130');
    await press('ArrowRight');
    expect(ringOf(element, 1)[2]).to.deep.equal([161, 130]);
    const pressWith = async (held: string, key: string): Promise<string> => {
      await sendKeys({ down: held });
      const said = await press(key);
      await sendKeys({ up: held });
      return said;
    };
    expect(await pressWith('Alt', 'PageUp')).to.equal('Vertex 6 of 7 at 140, 130');
    // With Shift these keys go to other images.
    expect(await pressWith('Shift', 'PageUp')).to.equal('Vertex 6 of 7 at 140, 130');
  });

  it('move by arrow keys with their place told, in one step to undo, and another vertex in another', async () => {
    const element = await withRings(square);
    await press('PageDown');
    expect(await press('ArrowLeft', 'ArrowLeft', 'ArrowUp')).to.equal('Vertex 1 of 4 at 98, 79');
    await press('PageDown');
    expect(await press('ArrowRight', 'ArrowRight')).to.equal('Vertex 2 of 4 at 202, 80');
    // The samples are measured meanwhile.
    const measured = (): readonly string[] => Object.keys(element.contours.features[0]!.properties.measurements);
    await waitUntil(() => measured().some((name) => name.startsWith('Inside mean')));
    expect(await press('ArrowRight')).to.equal('Vertex 2 of 4 at 203, 80');
    element.undo();
    expect(ringOf(element).slice(0, 2)).to.deep.equal([
      [98, 79],
      [200, 80],
    ]);
    element.undo();
    expect(ringOf(element)).to.deep.equal(square);
    expect(element.contours.features).to.have.length(1);
    element.redo();
    expect(await press('ArrowRight')).to.contain('Vertex 2 of 4');
    element.undo();
    expect(ringOf(element).slice(0, 2), 'a step of its own after undo').to.deep.equal([
      [98, 79],
      [200, 80],
    ]);
  });

  it('are added and removed one after the other, and the object is not', async () => {
    const element = await withRings(square);
    await press('PageDown');
    expect(await press('Enter')).to.equal('Vertex 2 of 5 at 150, 80');
    expect(ringOf(element)).to.have.length(6);
    expect(await press('Delete')).to.equal('Vertices: 4');
    expect(ringOf(element)).to.deep.equal(square);
    expect(await press('Delete')).to.equal('Vertices: 3');
    expect(await press('Delete')).to.contain('Not possible');
    expect(ringOf(element)).to.have.length(4);
    expect(element.contours.features).to.have.length(1);
  });

  it('let go of the arrow keys with Escape, which then move the view', async () => {
    const element = await withRings(square);
    await press('PageDown', 'Escape');
    const before = element.contours;
    element.viewer!.viewport.zoomBy(4, undefined, true);
    const centre = element.viewer!.viewport.getCenter();
    await press('ArrowRight');
    await waitUntil(() => !element.viewer!.viewport.getCenter().equals(centre));
    expect(element.contours).to.equal(before);
    // OpenSeadragon moves the view for some frames after a press, unless it loses the focus.
    element.viewer!.canvas.blur();
  });

  it('come into view where they are beyond it', async () => {
    const element = await withRings(square);
    const { viewport } = element.viewer!;
    viewport.zoomTo(viewport.getHomeZoom() * 8, undefined, true);
    await press('PageDown', 'PageDown', 'PageDown');
    await waitUntil(() => {
      const { x, y } = toScreen(projectionFor(element), 200, 160);
      const { clientWidth, clientHeight } = overlayCanvas(element);
      return x > 0 && y > 0 && x < clientWidth && y < clientHeight;
    });
  });

  it('of a locked object are told to be so, and stay', async () => {
    const element = await withRings(square);
    await element.executeCommand('snake.lock');
    await press('PageDown');
    expect(await press('ArrowRight')).to.contain('Locked');
    expect(await press('Enter')).to.contain('Locked');
    expect(await press('Delete')).to.contain('Locked');
    expect(ringOf(element)).to.deep.equal(square);
  });
});
