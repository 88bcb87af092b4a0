export * from './blur';
export * from './vote';
