import SqliteConnection from 'better-sqlite3';
import type { AuditEvent } from '../audit/event.ts';
import { migrationsFolder } from './file.ts';
import { applyMigrations } from './migrations.ts';
import { removeSeal, type Seal, sealOf } from './seal.ts';
import { tell } from './tell.ts';

/**
 * Lets the store in a file that nobody else has open be written, and gives the seal that it had. It is brought up to
 * date first, as it may be from before there was a log for the event.
 */
export function unseal(path: string, event: AuditEvent): Seal | undefined {
  const connection = new SqliteConnection(path, { fileMustExist: true });
  try {
    applyMigrations(connection, migrationsFolder);
    const seal = sealOf(connection);
    const change = connection.transaction(() => {
      removeSeal(connection);
      tell(connection, event);
    });
    change.immediate();
    return seal;
  } finally {
    connection.close();
  }
}

/** The seal of the store in a file; nothing where there is no store, it has none, or it cannot be read. */
export function sealAt(path: string): Seal | undefined {
  try {
    const connection = new SqliteConnection(path, { readonly: true });
    try {
      return sealOf(connection);
    } finally {
      connection.close();
    }
  } catch {
    return undefined;
  }
}
