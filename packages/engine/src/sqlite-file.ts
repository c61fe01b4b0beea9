export { withFolderLock } from './files/folder-lock.ts';
export { withSqlite } from './sqlite/connection/open-file.ts';
export { createStatementRunner } from './sqlite/connection/prepared-statements.ts';
export type { BackgroundWork } from './sqlite/connection/thread-module.ts';
export { assertLogIsSafe } from './sqlite/file/log-file.ts';
export { putSeal, removeSeal, type Seal, sealOf, withoutSeal } from './sqlite/file/seal.ts';
export { sealAt, unseal } from './sqlite/file/sealed-file.ts';
export { prepareSqliteFile } from './sqlite/file/store-file.ts';
export {
  assertComplete,
  assertWhole,
  type FileParts,
  formerName,
  namesOfKilledRestore,
} from './sqlite/file/usable-file.ts';
export { attachStaging } from './sqlite/writer/staging-file.ts';
