export type { CheckedBackup } from '@plant-store/backup';
export type { OnProgress, Progress } from '@plant-store/engine';
export {
  addressFault,
  asOptionError,
  bytesText,
  countText,
  durationText,
  freeMemory,
  otherWork,
  StartError,
  withFilesIn,
  withoutPassword,
} from '@plant-store/engine';
export { authClient } from './accounts/auth-client.ts';
export * as invitations from './accounts/invitations.ts';
export type { StoredPasskey } from './accounts/passkeys.ts';
export * as passkeys from './accounts/passkeys.ts';
export type { Account, StoredPerson } from './accounts/people.ts';
export * as people from './accounts/people.ts';
export { secretNamed } from './accounts/shared-secrets.ts';
export * as startCodes from './accounts/start-codes.ts';
export * as auditLog from './audit/audit-log.ts';
export * as backups from './backups.ts';
export { restore } from './backups.ts';
export * as activity from './bulk/activity.ts';
export * as bulk from './bulk/bulk.ts';
export * as receipts from './bulk/receipts.ts';
export { undo, undoAdditions } from './bulk/undo.ts';
export { contentText } from './core/content-text.ts';
export * as events from './events/events.ts';
export { purgeExpired } from './expired-data.ts';
export type { Initiator, KnownInitiator, RequestSource } from './handle/audit-event.ts';
export type { Database } from './handle/database.ts';
export type { Position, ReadBy } from './handle/plant-search.ts';
export * as imports from './imports/imports.ts';
export * as rateCounts from './limits/rate-counts.ts';
export { openDatabase, reserveStore, sqliteFileOf } from './open-database.ts';
export * as plantHistory from './plants/plant-history.ts';
export * as plants from './plants/plants.ts';
export { respellTags } from './plants/respelled-tags.ts';
export * as trash from './plants/trash.ts';
export { acceptEnvironmentToken } from './tokens/environment-token.ts';
export { isWellFormedToken, newToken } from './tokens/secrets.ts';
export * as sessions from './tokens/sessions.ts';
export type { Token } from './tokens/token.ts';
export * as tokens from './tokens/tokens.ts';
export * as webhooks from './webhooks/webhooks.ts';
