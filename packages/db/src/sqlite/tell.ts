import type SqliteConnection from 'better-sqlite3';
import type { AuditEvent } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import { runSteps } from '../engine/sql.ts';
import { preparer } from './prepared-statements.ts';

/** Records an event within the transaction of the connection. */
export function tell(connection: SqliteConnection.Database, event: AuditEvent) {
  runSteps(record('sqlite', event), preparer(connection));
}
