export * from './relax';
