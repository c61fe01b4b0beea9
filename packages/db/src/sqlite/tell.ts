import type SqliteConnection from 'better-sqlite3';
import type { AuditEvent } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import { runSteps } from '../engine/unit.ts';
import { preparer } from './prepared-statements.ts';

/** Writes an event down within the transaction that the connection is in, which must hold the write lock. */
export function tell(connection: SqliteConnection.Database, event: AuditEvent) {
  runSteps(record('sqlite', event), preparer(connection));
}
