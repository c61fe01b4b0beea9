import type SqliteConnection from 'better-sqlite3';
import { record } from '../../audit/record.ts';
import { runSteps } from '../../core/sql.ts';
import type { AuditEvent } from '../../database/audit-event.ts';
import { preparer } from './prepared-statements.ts';

/** Records an event within the transaction of the connection. */
export function tell(connection: SqliteConnection.Database, event: AuditEvent) {
  runSteps(record('sqlite', event), preparer(connection));
}
