export * from './combined_maxima';
export * from './combined_search';
export * from './holed';
export * from './line_response';
export { packBytes } from './pack';
export * from './scales';
export * from './smooth_samples';
