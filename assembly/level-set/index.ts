export { data, recross, stopped } from './data';
export { follow } from './follow';
export { settle } from './settle';
export { smooth } from './smooth';
