export { type Added, add } from './bulk-add.ts';
export { type Changed, remove, type Selection, setTag } from './bulk-change.ts';
