import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { StartError } from './start-error.ts';

// Prisma's own command needs an engine that is downloaded when first used. Its book-keeping is kept to the letter,
// table, checksum (SHA-256 of the file) and all, so that it agrees wherever it can run.
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

type Migration = { name: string; sql: string; checksum: string };
type Recorded = { name: string; checksum: string; isFinished: 0 | 1 };

/**
 * Applies the migrations of `folder` that the database does not have yet, in the order of their names, each in a
 * transaction of its own that holds the write lock; processes that start together apply each one once.
 * @throws StartError that names the migration when one was edited after it was applied, is unknown here (the database
 * is from a newer version), was left unfinished, or fails. Nothing is applied unless all that is recorded agrees.
 */
export function applyMigrations(database: Database, folder: string) {
  const migrations = readMigrations(folder);
  // A migration that rebuilds a table drops the old one, and with foreign keys on that deletes the rows that refer to
  // it (sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes"). In a transaction it is too late.
  database.pragma('foreign_keys = OFF');
  for (let next = pending(database, migrations); next; next = pending(database, migrations))
    apply(database, migrations, next);
}

function apply(database: Database, migrations: Migration[], migration: Migration) {
  const transaction = database.transaction(() => {
    // Looked at again under the lock: another process may have been first.
    if (pending(database, migrations) !== migration) return;
    database.exec(createRecord);
    try {
      database.exec(migration.sql);
      if ((database.pragma('foreign_key_check') as unknown[]).length > 0)
        throw new Error('it leaves rows that refer to nothing');
    } catch (cause) {
      throw new StartError(
        `Migration ${migration.name} failed (${(cause as Error).message}); the database is as it was before it. ` +
          'Put back the version of the program that made this database, and report this.',
        { cause },
      );
    }
    database
      .prepare(
        `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
         VALUES (?, ?, ?, ?, ?, 1)`,
      )
      .run(randomUUID(), migration.checksum, migration.name, Date.now(), Date.now());
  });
  transaction.immediate();
}

/** The first migration that is not recorded yet. */
function pending(database: Database, migrations: Migration[]): Migration | undefined {
  const recorded = readRecorded(database);
  for (const record of recorded) check(record, migrations);
  const names = new Set(recorded.map(({ name }) => name));
  return migrations.find(({ name }) => !names.has(name));
}

function check({ name, checksum, isFinished }: Recorded, migrations: Migration[]) {
  const migration = migrations.find((one) => one.name === name);
  if (!migration)
    throw new StartError(
      `The database is from a newer version of the plant store: it has the migration ${name}, which this version does not know. ` +
        'Start the newer version, or put back a backup made before it. Nothing was changed.',
    );
  if (migration.checksum !== checksum)
    throw new StartError(
      `The migration ${name} was edited after this database was made with it. ` +
        'Put the file back as it was and make the change in a new migration. Nothing was changed.',
    );
  if (!isFinished)
    throw new StartError(
      `The migration ${name} was begun by another tool and not finished. ` +
        'Put back a backup, or finish it with "prisma migrate resolve". Nothing was changed.',
    );
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
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
