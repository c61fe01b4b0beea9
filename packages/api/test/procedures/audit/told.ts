import { auditLog, type Database } from '@plant-store/db';

/** All entries of a store's audit log, oldest first. */
export async function told(db: Database) {
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 1_000 });
  return entries.toReversed();
}
