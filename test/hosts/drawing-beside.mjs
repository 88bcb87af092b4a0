/**
 * Annotorious draws beside the component, by the mouse: while its layer has the pointer, the component's tools leave presses, clicks and moves
 * alone, and once it is switched off they have them again. Each order of creation, each way that Annotorious draws, each tool.
 */

/** Opens the slide with both, in an order, and counts what comes of the mouse. */
const both = async (first) => {
  const { createOSDAnnotator } = Annotorious;
  const withAnnotator = () => {
    globalThis.annotator = createOSDAnnotator(viewer, { drawingEnabled: false, drawingMode: 'click' });
  };
  await atDisc(first === 'Annotorious' ? withAnnotator : undefined);
  if (first !== 'Annotorious') withAnnotator();
  // A click of Annotorious' is one for the viewer too, as if the component were not there.
  viewer.gestureSettingsMouse.clickToZoom = false;
  globalThis.heard = { annotations: 0, runs: 0 };
  annotator.on('createAnnotation', () => heard.annotations++);
  segmenter.addEventListener('contour-before-start', () => heard.runs++);
};

const DRAWN = [
  [150, 150],
  [250, 260],
];

/** Points of the image on the screen. */
const placed = async (page, points) =>
  page.evaluate(
    (all) =>
      all.map(([x, y]) => {
        const { viewport } = viewer;
        const box = viewer.canvas.getBoundingClientRect();
        const at = viewport.pixelFromPoint(viewport.imageToViewportCoordinates(x, y), true);
        return [box.left + at.x, box.top + at.y];
      }),
    points,
  );

/** Presses and lets go until the page is as it should be: Annotorious takes no press for a click that a busy machine makes longer than 300 ms. */
const clickUntil = async (page, [x, y], isDone) => {
  for (let tries = 0; tries < 20; tries++) {
    await page.mouse.move(x, y, { steps: 3 });
    await page.mouse.down();
    await page.mouse.up();
    // Three frames are more than Annotorious needs to show it.
    const done = await page.evaluate(async (test) => {
      for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
      return new Function(`return ${test}`)();
    }, isDone);
    if (done) return;
  }
  throw new Error(`twenty clicks, and not ${isDone}`);
};

/** A rectangle of Annotorious': a click at each of two corners, or one drag between them. */
const draw = async (page, mode) => {
  const [from, to] = await placed(page, DRAWN);
  if (mode === 'click') {
    await clickUntil(page, from, "document.querySelector('.a9s-rubberband > *') !== null");
    await clickUntil(page, to, 'heard.annotations > 0');
    return;
  }
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
};

const outcome = async (page) => {
  // A click is told once no second one has made a double click of it.
  await page.waitForTimeout(400);
  return page.evaluate(() => ({
    ...heard,
    draft: segmenter.commands.find(({ id }) => id === 'snake.cancel')?.enabled,
  }));
};

/** The whole of one order of creation. */
export const drawingBeside = (first) => async (page) => {
  await page.evaluate(both, first);
  await page.evaluate(() => {
    shown(0, false);
  });
  for (const mode of ['click', 'drag'])
    for (const tool of ['box', 'polygon', 'point', 'vertices']) {
      await page.evaluate(
        async ([how, own]) => {
          Object.assign(heard, { annotations: 0, runs: 0 });
          segmenter.clear();
          annotator.clearAnnotations();
          segmenter.tool = own;
          annotator.setDrawingMode(how);
          annotator.setDrawingEnabled(true);
          await segmenter.updateComplete;
        },
        [mode, tool],
      );
      const before = await page.evaluate(() => String(viewer.viewport.getCenter(false)));
      await draw(page, mode);
      const got = await outcome(page);
      if (got.annotations !== 1 || got.runs !== 0 || got.draft !== false)
        throw new Error(`${mode} with ${tool}: ${JSON.stringify(got)}`);
      if ((await page.evaluate(() => String(viewer.viewport.getCenter(false)))) !== before)
        throw new Error(`${mode} with ${tool}: the view moved`);
      await page.evaluate(() => {
        annotator.setDrawingEnabled(false);
        annotator.clearAnnotations();
      });
    }
  for (const tool of ['box', 'point']) {
    await page.evaluate(async (own) => {
      Object.assign(heard, { annotations: 0, runs: 0 });
      segmenter.clear();
      segmenter.tool = own;
      globalThis.done = new Promise((resolve) => {
        segmenter.addEventListener('contour-complete', ({ detail }) => resolve(detail.contour), { once: true });
      });
      await segmenter.updateComplete;
    }, tool);
    if (tool === 'point') {
      const [[x, y]] = await placed(page, [[200, 200]]);
      await page.mouse.click(x, y);
    } else {
      const [from, to] = await placed(page, [
        [120, 120],
        [280, 280],
      ]);
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 5 });
      await page.mouse.up();
    }
    const got = await page.evaluate(async () => {
      checkArea(await done);
      return heard;
    });
    if (got.annotations !== 0 || got.runs !== 1)
      throw new Error(`afterwards with ${tool}: ${got.annotations} annotations, ${got.runs} runs`);
  }
  await page.evaluate(() => {
    annotator.destroy();
    dispose();
    viewer.destroy();
  });
};
