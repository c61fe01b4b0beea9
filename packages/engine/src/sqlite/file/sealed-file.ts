import SqliteConnection from 'better-sqlite3';
import { runSteps, type Steps } from '../../core/sql.ts';
import { createStatementRunner } from '../connection/prepared-statements.ts';
import { migrateSqlite } from './migrations.ts';
import { removeSeal, type Seal, sealOf } from './seal.ts';

/** Migrates a store that nobody has open, and gives its removed seal. `steps` run in the same transaction. */
export function unseal(path: string, folder: string, steps: Steps<void>): Seal | undefined {
  const connection = new SqliteConnection(path, { fileMustExist: true });
  try {
    migrateSqlite(connection, folder);
    const seal = sealOf(connection);
    const change = connection.transaction(() => {
      removeSeal(connection);
      runSteps(steps, createStatementRunner(connection));
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
