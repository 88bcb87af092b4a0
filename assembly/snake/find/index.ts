export * from './blur';
export * from './least';
export * from './vote';
