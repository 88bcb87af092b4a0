export { compact } from './compact';
export { across, bindLines, centre, framed, measure, pinEnds, points, simplify, smooth } from './lines';
export { meet, place, tally } from './pieces';
export { bind } from './space';
export { long, sweep } from './sweep';
export { nodes, trace } from './trace';
