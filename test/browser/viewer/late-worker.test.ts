/** A component whose worker's script does not come at first, as while a server is being updated. */
import { expect } from '@open-wc/testing';
import { EngineClient, type EngineClientOptions } from '../../../src/element/client/engine-client.js';
import { startWorker } from '../../../src/element/client/start-worker.js';
import { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { SeatedEngine } from '../../../src/element/viewer/engine-seat.js';
import { ellipsePicture, mount, refused, squareFeature } from '../support.js';

/** Its first worker has no script. */
class Late extends SnakeSegmenter {
  #missing = true;

  protected override createEngine(options: EngineClientOptions): SeatedEngine {
    const start = (): ReturnType<typeof startWorker> => {
      const missing = this.#missing;
      this.#missing = false;
      return startWorker(missing ? '/nowhere/worker.js' : undefined);
    };
    return new EngineClient({ ...options, startWorker: start });
  }
}
customElements.define('late-segmenter', Late);

describe('a worker whose script does not come', () => {
  for (const [workerUrl, answer] of [
    ['/nowhere/worker.js', '404 '],
    ['/demo/index.html', '200 text/html'],
    ['http://127.0.0.1:9/worker.js', '–'],
  ] as const) {
    it(`is told with the server's answer: ${workerUrl}`, async () => {
      const element = await mount({ backend: 'cpu', lang: 'en', workerUrl, src: await ellipsePicture() });
      const error = await refused(element.ready);
      expect(error).to.include({ code: 'worker-crashed' });
      expect(error.message).to.contain(`its script ${workerUrl} could not be loaded; the server's answer: ${answer}`);
      element.remove();
    });
  }
});

describe('a component whose worker is not there at first', () => {
  it('says so, keeps contours, and opens the image once it is asked for again', async () => {
    const element = new Late();
    Object.assign(element, { backend: 'cpu', style: 'width: 640px; height: 480px' });
    const src = await ellipsePicture();
    element.src = src;
    document.body.append(element);
    try {
      const features = [squareFeature(10, 10, 20)];
      element.contours = { type: 'FeatureCollection', features };
      const error = await refused(element.ready);
      expect(error).to.include({ code: 'worker-crashed' });
      expect(error.message).to.contain('could not be loaded');
      expect(element.contours.features).to.have.length(1);
      element.src = undefined;
      element.src = src;
      await element.ready;
      expect(element.contours.features).to.have.length(1);
      const { geometry } = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
      expect(geometry.type).to.equal('Polygon');
    } finally {
      element.remove();
    }
  });
});
