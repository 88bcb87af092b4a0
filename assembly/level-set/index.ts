export * from './filter_sums';
