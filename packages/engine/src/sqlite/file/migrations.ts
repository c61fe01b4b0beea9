import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import {
  firstPending,
  type Migration,
  migrationFailed,
  type RecordedMigration,
  readMigrations,
  recordedMigrations,
} from '../../core/migrations.ts';
import { diskFaultKind } from '../../files/fault.ts';
import { withoutSeal } from './seal.ts';

const createRecord = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL,
  "checksum" TEXT NOT NULL,
  "finished_at" DATETIME,
  "migration_name" TEXT NOT NULL,
  "logs" TEXT,
  "rolled_back_at" DATETIME,
  "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

/** Applies each migration once, also at concurrent starts. @throws StartError when one fails, or the records differ */
export function migrateSqlite(database: Database, folder: string) {
  const migrations = readMigrations(folder);
  // With foreign keys, dropping a rebuilt table deletes rows that refer to it (sqlite.org/lang_altertable.html).
  // The pragma has no effect inside a transaction.
  database.pragma('foreign_keys = OFF');
  const pending = () => firstPending(migrations, readRecorded(database));
  for (let next = pending(); next; next = pending()) {
    const migration = next;
    const transaction = database.transaction(() => {
      if (pending() === migration) apply(database, migration);
    });
    transaction.immediate();
  }
}

function apply(database: Database, migration: Migration) {
  database.exec(createRecord);
  try {
    // A moved store is migrated too, as newer programs may read it.
    withoutSeal(database, () => database.exec(migration.sql));
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new Error('it leaves rows that refer to nothing');
  } catch (cause) {
    throw diskFaultKind(cause) ? cause : migrationFailed(migration, cause);
  }
  database
    .prepare(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
       VALUES (?, ?, ?, ?, ?, 1)`,
    )
    .run(randomUUID(), migration.checksum, migration.name, Date.now(), Date.now());
}

function readRecorded(database: Database): RecordedMigration[] {
  const exists = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '_prisma_migrations'`).get();
  if (!exists) return [];
  return database.prepare<[], RecordedMigration>(recordedMigrations).all();
}
