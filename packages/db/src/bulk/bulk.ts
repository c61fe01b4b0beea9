export { type AddResult, add } from './bulk-add.ts';
export { type ChangeResult, remove, type Selection, setTag } from './bulk-change.ts';
