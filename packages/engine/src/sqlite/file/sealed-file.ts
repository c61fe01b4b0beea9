import { runSteps, type Steps } from '../../core/sql.ts';
import { withSqlite } from '../connection/open-file.ts';
import { createStatementRunner } from '../connection/prepared-statements.ts';
import { migrateSqlite } from './migrations.ts';
import { removeSeal, type Seal, sealOf } from './seal.ts';

/** Migrates a store that nobody has open, and gives its removed seal. `steps` run in the same transaction. */
export const unseal = (path: string, folder: string, steps: Steps<void>): Promise<Seal | undefined> =>
  withSqlite(path, { fileMustExist: true }, (connection) => {
    migrateSqlite(connection, folder);
    const seal = sealOf(connection);
    const change = connection.transaction(() => {
      removeSeal(connection);
      runSteps(steps, createStatementRunner(connection));
    });
    change.immediate();
    return seal;
  });

/** The seal of the store in a file, if it can be read and has a seal. */
export const sealAt = (path: string): Promise<Seal | undefined> =>
  withSqlite(path, { readonly: true }, sealOf).catch(() => undefined);
