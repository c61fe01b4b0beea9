export { bytesText, countText, durationText } from './core/formatting.ts';
export { faultUnpacking } from './core/prisma.ts';
export type { OnProgress, Progress } from './core/progress.ts';
export {
  allOf,
  anyOf,
  compose,
  conflict,
  countIn,
  type Engine,
  query,
  raw,
  runSteps,
  runStepsAsync,
  type Statement,
  type Steps,
  sql,
  textOf,
  type Unit,
} from './core/sql.ts';
export { asOptionError, StartError } from './core/start-error.ts';
export type { Store } from './core/store.ts';
export { clocks, currentTime, dateOf, days, forever, now, timestampOf } from './core/timestamp.ts';
export { oneStep, unitOfWork, type WorkOptions } from './core/unit-of-work.ts';
export { makeFolder, removeIfPossible, scratchName, syncToDisk, writeDurably } from './files/durable-file.ts';
export { declareJournal, diskFaultKind, errorCode, isLocked, lockTimeoutMs } from './files/fault.ts';
export { inodeOf, resolveLinks } from './files/file-identity.ts';
export { makePrivate } from './files/private-file.ts';
export { createSpool, type Spool } from './files/spool.ts';
export { startErrorOf, withFilesIn } from './files/start-errors.ts';
export {
  type Address,
  addressFault,
  parseAddress,
  withoutPassword,
} from './postgresql/connection/address.ts';
export { nameMaxBytes } from './postgresql/connection/unusable-address.ts';
export { freeMemory } from './threads/memory.ts';
export { otherWork } from './threads/other-work.ts';
export { deserializeError, type SerializedError, serializeError } from './threads/serialized-error.ts';
export { runThreadScript } from './threads/thread-script.ts';
