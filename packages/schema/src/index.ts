export {
  type AuditAbout,
  type AuditAction,
  AuditEntry,
  AuditFilter,
  AuditQuery,
  type AuditTopic,
  auditAbout,
  auditSearchMaxLength,
  auditTopics,
} from './audit.ts';
export { AddedPlants, ChangedPlants, NewPlants } from './bulk.ts';
export { PlantSelection, PlantsPatch } from './bulk-selection.ts';
export { ErrorBody, Problem } from './error.ts';
export { type ErrorCode, errorTable, type FieldProblem, StoreError, statusOf } from './error-table.ts';
export { fold, matchesIn, searchWords, type Word, wordsOf } from './fold.ts';
export { Actor, HistoryQuery, PageQuery, PlantChange, TrashedPlant } from './history.ts';
export {
  Duplicates,
  ImportError,
  ImportProgress,
  ImportResult,
} from './import.ts';
export { Int64, Int64Text } from './int64.ts';
export { parseJson, readNumber, toJson } from './json.ts';
export {
  auditSubjectMaxLength,
  bulkMax,
  importErrorsMax,
  importValueMax,
  int64Max,
  int64Min,
  leftAloneMax,
  nameMaxLength,
  numberedTagsMax,
  passwordMaxLength,
  passwordMinLength,
  plantSorts,
  searchMaxLength,
  tagMaxLength,
} from './limits.ts';
export { Passkey, PasskeyBackup, PasskeyName } from './passkey.ts';
export { isAllowed, scopes } from './permission.ts';
export {
  Invitation,
  invitationNoteMaxLength,
  NewInvitation,
  NewPerson,
  Password,
  Person,
} from './person.ts';
export {
  NewPlant,
  NewPlantText,
  Plant,
  PlantId,
  PlantPatch,
  StoredPlant,
} from './plant.ts';
export * from './plant-columns.ts';
export {
  limitDefault,
  limitMax,
  NameQuery,
  nameLimitMax,
  PlantFilter,
  PlantQuery,
  PlantSort,
  TagQuery,
  tagLimitMax,
} from './plant-query.ts';
export { Receipt, ReceiptQuery, Undone } from './receipt.ts';
export { Role, roleScopes, roles } from './role.ts';
export { Scope } from './scope.ts';
export { type IdRange, isInRanges, searchedIds, searchedNumber } from './searched-ids.ts';
export { PlantCount, Statistics, TagCount } from './statistics.ts';
export { environmentTokenName, NewToken, Token, TokenName, TokenRotation, tokenEndingMs } from './token.ts';
