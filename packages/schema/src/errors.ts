export { type ErrorCode, errorTable, statusOf } from './errors/error-table.ts';
export { StartError } from './errors/start-error.ts';
export { type FieldProblem, StoreError } from './errors/store-error.ts';
