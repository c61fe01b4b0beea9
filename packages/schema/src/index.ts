export {
  type AuditAbout,
  type AuditAction,
  AuditEntry,
  AuditFilter,
  AuditQuery,
  type AuditTopic,
  auditAbout,
  auditSearchMaxLength,
  auditSubjectMaxLength,
  auditTopics,
} from './audit.ts';
export { AddedPlants, ChangedPlants, NewPlants } from './bulk.ts';
export { bulkMax, PlantSelection, PlantsPatch } from './bulk-selection.ts';
export {
  ErrorBody,
  type ErrorCode,
  errorTable,
  type FieldProblem,
  Problem,
  StoreError,
  statusOf,
} from './error.ts';
export { fold, matchesIn, searchWords, type Word, wordsOf } from './fold.ts';
export { Actor, HistoryQuery, PageQuery, PlantChange, TrashedPlant } from './history.ts';
export {
  Duplicates,
  ImportError,
  ImportProgress,
  ImportResult,
  importErrorsMax,
  importValueMax,
} from './import.ts';
export { Int64, Int64Text, int64Max, int64Min } from './int64.ts';
export { parseJson, readNumber, toJson } from './json.ts';
export { Passkey, PasskeyBackup, PasskeyName } from './passkey.ts';
export {
  Invitation,
  invitationNoteMaxLength,
  NewInvitation,
  NewPerson,
  Password,
  Person,
  passwordMaxLength,
  passwordMinLength,
} from './person.ts';
export {
  NewPlant,
  NewPlantText,
  nameMaxLength,
  Plant,
  PlantId,
  PlantPatch,
  StoredPlant,
  tagMaxLength,
} from './plant.ts';
export {
  limitDefault,
  limitMax,
  NameQuery,
  nameLimitMax,
  PlantFilter,
  PlantQuery,
  PlantSort,
  plantSorts,
  searchMaxLength,
  TagQuery,
  tagLimitMax,
} from './plant-query.ts';
export { leftAloneMax, Receipt, ReceiptQuery, Undone } from './receipt.ts';
export { Role, roleScopes, roles } from './role.ts';
export { isAllowed, Scope, scopes } from './scope.ts';
export { numberedTagsMax, PlantCount, Statistics, TagCount } from './statistics.ts';
export { environmentTokenName, NewToken, Token, TokenName, TokenRotation, tokenEndingMs } from './token.ts';
