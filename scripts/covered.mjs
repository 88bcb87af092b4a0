/**
 * `--import`ed by tests while `NODE_V8_COVERAGE` is set: what is covered is told of the folders that read what strangers made, so
 * that only their tests are watched. The others run at full speed.
 */
import { stopCoverage } from 'node:v8';

const WATCHED =
  /test\/((groups\/)?unit\/(image|contours|worker|level-set\/volume)\b|groups\/files\b|(fault|golden)\/(image|contour|imports|descriptors|other-documents|odd-servers|guarded-server|zarr))/;

const isTest = process.env.NODE_TEST_CONTEXT !== undefined;
if (!isTest || !WATCHED.test(process.argv[1] ?? '')) stopCoverage();
// The runner's own process gives it on to its tests; those that are not watched start others too.
if (isTest && !WATCHED.test(process.argv[1] ?? '')) delete process.env.NODE_V8_COVERAGE;
