export { across, bindLines, centre, measure, pinEnds, points, simplify, smooth } from './lines';
export { meet, place } from './pieces';
export { bind } from './space';
export { long, sweep } from './sweep';
export { nodes, trace } from './trace';
