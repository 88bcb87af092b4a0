/**
 * `--import`ed by tests while `NODE_V8_COVERAGE` is set: what is covered is told of the folders that read what strangers made, so
 * that only their tests are watched. The others run at full speed.
 */
import { stopCoverage } from 'node:v8';

const WATCHED =
  /test\/(unit\/(image|contours|worker|level-set\/volume)\/|(fault|golden)\/(image|contour|imports|descriptors|other-documents|odd-servers|guarded-server))/;

if (!WATCHED.test(process.argv[1] ?? '')) {
  stopCoverage();
  delete process.env.NODE_V8_COVERAGE;
}
