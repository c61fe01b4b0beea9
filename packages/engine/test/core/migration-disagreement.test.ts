import { expect, test } from 'vitest';
import { contents, migrate, migrated } from '../migrations.ts';
import { fileHash } from '../sqlite/file/database-file.ts';
import { isOnPostgresql, rowsOf } from '../testing.ts';

const first = { '0001_first': 'CREATE TABLE first (id BIGINT PRIMARY KEY);' };
const second = { '0002_second': 'CREATE TABLE second (id BIGINT PRIMARY KEY);' };
const third = { '0003_third': 'CREATE TABLE third (id BIGINT PRIMARY KEY);' };

/** The whole content of the database; for a file, its bytes. */
const stateOf = async (url: string) =>
  isOnPostgresql
    ? [await contents(url), await rowsOf(url, 'SELECT * FROM _prisma_migrations ORDER BY id')]
    : fileHash(url.slice('file:'.length));

/** Expects a start with these migrations to fail with one line, and to change nothing. */
async function expectStop(url: string, migrations: Record<string, string>, message: RegExp) {
  const before = await stateOf(url);
  const start = migrate(url, migrations);
  await expect(start).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^[^\n]+$/),
  });
  await expect(start).rejects.toThrow(message);
  expect(await stateOf(url)).toEqual(before);
}

test('an edited migration stops the start with its name, and no new migration is applied', async () => {
  const url = await migrated({ ...first, ...second });
  const edited = { '0001_first': `${first['0001_first']} ` };
  await expectStop(
    url,
    { ...edited, ...second, ...third },
    /^The migration 0001_first was edited after .* Nothing was changed\.$/,
  );
});

test('a migration of a newer version stops the start', async () => {
  const url = await migrated({ ...first, ...third });
  await expectStop(
    url,
    { ...first, ...second },
    /^The database is from a newer version .* the migration 0003_third, .* Nothing was changed\.$/,
  );
});

test('a migration that another tool left unfinished stops the start', async () => {
  const url = await migrated({ ...first, ...second });
  await rowsOf(url, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '0002_second'`);
  await expectStop(
    url,
    { ...first, ...second, ...third },
    /^The migration 0002_second was started by another tool and not finished\. .* Nothing was changed\.$/,
  );
});

test('a migration that was rolled back counts as not applied', async () => {
  const url = await migrated({ ...first, ...second });
  await rowsOf(
    url,
    `UPDATE _prisma_migrations SET finished_at = NULL, rolled_back_at = CURRENT_TIMESTAMP
     WHERE migration_name = '0002_second'`,
  );
  await rowsOf(url, 'DROP TABLE second');
  await migrate(url, { ...first, ...second });
  expect(await contents(url)).toEqual({
    tables: ['first', 'second'],
    recorded: ['0001_first', '0002_second', '0002_second'],
  });
});
