export { type ErrorCode, errorTable, statusOf } from './errors/error-table.ts';
export { StartError } from './errors/start-error.ts';
export { type FieldProblem, invalidField, StoreError } from './errors/store-error.ts';
