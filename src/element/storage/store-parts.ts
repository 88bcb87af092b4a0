/** What of the storage is loaded when it is first used. */
export { database } from './database.js';
export { ImageStore } from './image-store.js';
