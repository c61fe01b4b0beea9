export { type AddResult as Added, add } from './bulk-add.ts';
export { type ChangeResult as Changed, remove, type Selection, setTag } from './bulk-change.ts';
