import type SqliteConnection from 'better-sqlite3';
import { record } from '../../audit/record.ts';
import { runSteps } from '../../core/sql.ts';
import type { AuditEvent } from '../../engine-interface/audit-event.ts';
import { createStatementRunner } from './prepared-statements.ts';

/** Records an event within the transaction of the connection. */
export function recordOnConnection(connection: SqliteConnection.Database, event: AuditEvent) {
  runSteps(record('sqlite', event), createStatementRunner(connection));
}
