export { Actor } from './accounts/actor.ts';
export { Passkey, PasskeyBackup, PasskeyName } from './accounts/passkey.ts';
export { isAllowed, scopes } from './accounts/permission.ts';
export {
  Invitation,
  NewInvitation,
  NewPerson,
  Password,
  Person,
} from './accounts/person.ts';
export { Role, roleScopes, roles } from './accounts/role.ts';
export { Scope } from './accounts/scope.ts';
export {
  environmentTokenName,
  IssuedToken,
  NewToken,
  overlapHoursDefault,
  Token,
  TokenId,
  TokenName,
  TokenRotation,
  tokenDaysDefault,
} from './accounts/token.ts';
export { AuditEntry, AuditFilter, AuditQuery } from './audit/audit.ts';
export {
  type AuditAbout,
  type AuditAction,
  type AuditTopic,
  auditAbout,
  auditSearchMaxLength,
  auditTopics,
} from './audit/audit-topics.ts';
export { ErrorBody, Problem } from './errors/error.ts';
export { type ErrorCode, errorNumbers, errorTitles, statusOf } from './errors/error-numbers.ts';
export { type FieldProblem, invalidField, type ProblemKind, StoreError } from './errors/store-error.ts';
export { EventQuery, PlantEvent } from './events/event.ts';
export {
  Duplicates,
  ImportError,
  ImportProgress,
  ImportResult,
} from './imports/import.ts';
export { Activity, ActivityQuery, UndoFacts } from './plants/activity.ts';
export { AddedPlants, ChangedPlants, NewPlants } from './plants/bulk.ts';
export { PlantSelection, PlantsPatch } from './plants/bulk-selection.ts';
export { HistoryQuery, PlantChange, TrashedPlant } from './plants/history.ts';
export {
  NewPlant,
  Plant,
  PlantId,
  PlantPatch,
  PlantReplacement,
  StoredPlant,
} from './plants/plant.ts';
export * from './plants/plant-columns.ts';
export { NewPlantText, storedFields } from './plants/plant-fields.ts';
export {
  NameQuery,
  nameLimitMax,
  PlantFilter,
  PlantQuery,
  PlantSort,
  TagQuery,
  tagLimitMax,
} from './plants/plant-query.ts';
export { type LeftAlone, Receipt, ReceiptQuery, Undone } from './plants/receipt.ts';
export { type IdRange, isInRanges, searchedIds, searchedNumber } from './plants/searched-ids.ts';
export { PlantCount, Statistics, TagCount } from './plants/statistics.ts';
export { bareId } from './text/bare-id.ts';
export { fold, matchesIn, searchWords, wordsOf } from './text/fold.ts';
export { IdText } from './values/id-text.ts';
export { Int64, Int64Text } from './values/int64.ts';
export { parseJson, readNumber, toJson, withDigits } from './values/json.ts';
export * from './values/limits.ts';
export { limitDefault, PageQuery } from './values/page-query.ts';
export { assertDistinctKeys, RepeatedKey } from './values/repeated-key.ts';
export { IssuedWebhook, NewWebhook, Webhook, WebhookId } from './webhooks/webhook.ts';
export { WebhookUrl } from './webhooks/webhook-url.ts';
