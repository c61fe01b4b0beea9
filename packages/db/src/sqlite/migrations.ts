import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import {
  firstPending,
  type Migration,
  migrationFailed,
  type Recorded,
  readMigrations,
} from '../engine/migrations.ts';
import { beneathSeal } from './seal.ts';

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

/**
 * Applies the migrations of `folder` that the database does not have yet, in the order of their names, each in a
 * transaction of its own that holds the write lock; processes that start together apply each one once.
 * @throws StartError when what is recorded does not agree with the folder, or a migration fails. Nothing is applied
 * unless all that is recorded agrees.
 */
export function applyMigrations(database: Database, folder: string) {
  const migrations = readMigrations(folder);
  // A migration that rebuilds a table drops the old one, and with foreign keys on that deletes the rows that refer to
  // it (sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes"). In a transaction it is too late.
  database.pragma('foreign_keys = OFF');
  const pending = () => firstPending(migrations, readRecorded(database));
  for (let next = pending(); next; next = pending()) {
    const migration = next;
    const transaction = database.transaction(() => {
      // Looked at again under the lock: another process may have been first.
      if (pending() === migration) apply(database, migration);
    });
    transaction.immediate();
  }
}

function apply(database: Database, migration: Migration) {
  database.exec(createRecord);
  try {
    // A store that has moved elsewhere is still read, by newer programs too.
    beneathSeal(database, () => database.exec(migration.sql));
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new Error('it leaves rows that refer to nothing');
  } catch (cause) {
    throw migrationFailed(migration, cause);
  }
  database
    .prepare(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
       VALUES (?, ?, ?, ?, ?, 1)`,
    )
    .run(randomUUID(), migration.checksum, migration.name, Date.now(), Date.now());
}

function readRecorded(database: Database): Recorded[] {
  const exists = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '_prisma_migrations'`).get();
  if (!exists) return [];
  return database
    .prepare<[], Recorded>(
      `SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "isFinished"
       FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL ORDER BY "migration_name"`,
    )
    .all();
}
