export { compact } from './compact';
export { bindLines, draw, framed, measure, settle, simplify } from './lines';
export { meet, place, tally } from './pieces';
export { bind } from './space';
export { long, sweep } from './sweep';
export { nodes, trace } from './trace';
