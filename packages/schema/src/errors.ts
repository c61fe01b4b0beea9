export { type ErrorCode, errorNumbers, errorTitles, statusOf } from './errors/error-numbers.ts';
export { StartError } from './errors/start-error.ts';
export { type FieldProblem, invalidField, StoreError } from './errors/store-error.ts';
