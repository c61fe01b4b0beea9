import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import {
  firstPending,
  type Migration,
  migrationFailed,
  type RecordedMigration,
  readMigrations,
  recordedMigrations,
} from '../../core/migrations.ts';
import type { Connected } from '../connection/client.ts';
import { assertCommits } from '../connection/commits.ts';
import { rolledBackFaultOf } from '../connection/fault.ts';

const createRecord = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/** Applies each migration once, also at concurrent starts. @throws StartError when one fails, or the records differ */
export async function migratePostgresql(client: Connected, folder: string): Promise<void> {
  const migrations = readMigrations(folder);
  // A user without the permission to create tables can start a migrated store.
  if (!(await tableExists(client))) {
    await assertCommits(client);
    await createTable(client);
  }
  const pending = async () =>
    firstPending(migrations, (await client.query<RecordedMigration>(recordedMigrations)).rows);
  for (let next = await pending(); next; next = await pending()) {
    await assertCommits(client);
    await apply(client, next);
  }
}

async function tableExists(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name = '_prisma_migrations'`,
  );
  return rowCount === 1;
}

/** Creates the table. Of several concurrent processes all but one fail. */
async function createTable(client: Client) {
  try {
    await client.query(createRecord);
  } catch (cause) {
    if (!(await tableExists(client))) throw cause;
  }
}

async function apply(client: Connected, migration: Migration) {
  await client.query(client.begin);
  try {
    // Each process writes the same id, so a second waits here. Advisory locks do not work everywhere (docs/scaling.md).
    const { rowCount } = await client.query(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
       VALUES ($1, $2, $3, now(), 1) ON CONFLICT DO NOTHING`,
      [await idFor(client, migration), migration.checksum, migration.name],
    );
    if (rowCount === 1) await client.query(migration.sql);
    await client.query('COMMIT');
  } catch (cause) {
    // After a lost connection there is nothing to undo.
    await client.query('ROLLBACK').catch(() => {
      throw cause;
    });
    // CockroachDB may ask for a retry after a conflict.
    if ((cause as { code?: string }).code !== '40001')
      throw rolledBackFaultOf(cause) ? cause : migrationFailed(migration, cause);
  }
}

/** A UUID from the name of a migration, with another UUID after each rollback. */
async function idFor(client: Client, { name }: Migration): Promise<string> {
  const { rows } = await client.query(
    `SELECT count(*) AS "times" FROM "_prisma_migrations" WHERE "migration_name" = $1 AND "rolled_back_at" IS NOT NULL`,
    [name],
  );
  const hex = createHash('sha256').update(`${name} ${rows[0].times}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
