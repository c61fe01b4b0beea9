import SqliteConnection from 'better-sqlite3';
import type { AuditEvent } from '../../engine-interface/audit-event.ts';
import { recordOnConnection } from '../connection/audit-entry.ts';
import { migrateSqlite } from './migrations.ts';
import { removeSeal, type Seal, sealOf } from './seal.ts';
import { migrationsFolder } from './store-file.ts';

/** Removes and returns the seal of a store that nobody has open. Migrates first: the store may lack the audit log. */
export function unseal(path: string, event: AuditEvent): Seal | undefined {
  const connection = new SqliteConnection(path, { fileMustExist: true });
  try {
    migrateSqlite(connection, migrationsFolder);
    const seal = sealOf(connection);
    const change = connection.transaction(() => {
      removeSeal(connection);
      recordOnConnection(connection, event);
    });
    change.immediate();
    return seal;
  } finally {
    connection.close();
  }
}

/** The seal of the store in a file, if it can be read and has a seal. */
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
