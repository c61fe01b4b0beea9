export { errorJson } from './answers.ts';
export { promptClosing } from './closing.ts';
export { awaitsContinue } from './expectation.ts';
export { guardConnections } from './guard.ts';
export { hostProblem } from './host.ts';
export { mustClose } from './lingering.ts';
export { letTakeTime } from './patience.ts';
export { serverOptions } from './server-options.ts';
