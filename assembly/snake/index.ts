export { bind, bindTables } from './bound';
export { closeStep } from './close_step';
export { addFlagged, addRun } from './region_sums';
export { prefixRow } from './strided_prefixes';
export { tryMoves } from './try_moves';
