export { errorJson, noHost } from './answers.ts';
export { promptClosing } from './closing.ts';
export { letTakeTime, mayTakeTime } from './patience.ts';
export { prefixIn } from './prefix.ts';
export { isWithoutHost, serverOptions } from './server-options.ts';
export { answerUnreadable } from './unreadable.ts';
