import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

// Prisma's own command downloads an engine at its first use. This code writes the same records, so both work.

export type Migration = { name: string; sql: string; checksum: string };
export type RecordedMigration = { name: string; checksum: string; isFinished: boolean };

export const recordedMigrations = `
  SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "isFinished"
  FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL ORDER BY "migration_name"`;

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The first pending migration. @throws StartError that names one that is edited, unfinished or unknown */
export function firstPending(migrations: Migration[], recorded: RecordedMigration[]): Migration | undefined {
  for (const record of recorded) check(record, migrations);
  const names = new Set(recorded.map(({ name }) => name));
  return migrations.find(({ name }) => !names.has(name));
}

export const migrationFailed = ({ name }: Migration, cause: unknown): StartError =>
  new StartError(
    `Migration ${name} failed (${(cause as Error).message}); the database is as it was before it. ` +
      'Use the version of the program that made this database, and report the problem.',
    { cause },
  );

function check({ name, checksum, isFinished }: RecordedMigration, migrations: Migration[]) {
  const migration = migrations.find((one) => one.name === name);
  if (!migration)
    throw new StartError(
      `The database is from a newer version of the plant store: it has the migration ${name}, which this version does not know. ` +
        'Start the newer version, or restore an earlier backup. Nothing was changed.',
    );
  if (migration.checksum !== checksum)
    throw new StartError(
      `The migration ${name} was edited after this database was made with it. ` +
        'Restore the file and make the change in a new migration. Nothing was changed.',
    );
  if (!isFinished)
    throw new StartError(
      `The migration ${name} was started by another tool and not finished. ` +
        'Restore a backup, or finish it with "prisma migrate resolve". Nothing was changed.',
    );
}
