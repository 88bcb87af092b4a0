export { endpointOf } from '../../../src/node/endpoint.js';
