import { expect, test } from 'vitest';
import { contents, migrate, migrated } from '../migrations.ts';
import { isOnPostgresql, rowsOf } from '../testing.ts';

const first = { '0001_first': 'CREATE TABLE first (id BIGINT PRIMARY KEY);' };
const second = { '0002_second': 'CREATE TABLE second (id BIGINT PRIMARY KEY);' };

test('migrations are applied in the order of their names, each once', async () => {
  const tenth = { '0010_tenth': 'ALTER TABLE second ADD COLUMN tenth TEXT;' };
  expect(await contents(await migrated({ ...second, ...first, ...tenth }))).toEqual({
    tables: ['first', 'second'],
    recorded: ['0001_first', '0002_second', '0010_tenth'],
  });
});

test('a later start applies only new migrations', async () => {
  const url = await migrated(first);
  await rowsOf(url, 'INSERT INTO first VALUES (7)');
  await migrate(url, { ...first, ...second });
  await migrate(url, { ...first, ...second });
  expect(await contents(url)).toEqual({
    tables: ['first', 'second'],
    recorded: ['0001_first', '0002_second'],
  });
  expect(await rowsOf(url, 'SELECT id FROM first')).toEqual([{ id: 7n }]);
});

test('a failed migration leaves nothing, and the migration before it stays applied', async () => {
  const url = await migrated(first);
  await rowsOf(url, 'INSERT INTO first VALUES (7)');
  const failing = {
    '0002_fails': 'CREATE TABLE half (id BIGINT); DELETE FROM first; INSERT INTO nowhere VALUES (1);',
  };
  await expect(migrate(url, { ...first, ...failing })).rejects.toThrow(
    /^Migration 0002_fails failed \((no such table: nowhere|relation "nowhere" does not exist)\); the database is as it was before it\./,
  );
  expect(await contents(url)).toEqual({ tables: ['first'], recorded: ['0001_first'] });
  expect(await rowsOf(url, 'SELECT id FROM first')).toEqual([{ id: 7n }]);

  await migrate(url, { ...first, '0002_fails': 'CREATE TABLE mended (id BIGINT);' });
  expect(await contents(url)).toEqual({
    tables: ['first', 'mended'],
    recorded: ['0001_first', '0002_fails'],
  });
});

test('a migration that fails for a full disk says so, and not that the program is wrong', async () => {
  const sql = isOnPostgresql
    ? `DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`
    : 'PRAGMA max_page_count = 3; CREATE TABLE large AS SELECT randomblob(100000) AS bytes;';
  const url = await migrated(first);
  await expect(migrate(url, { ...first, '0002_large': sql })).rejects.toThrow(
    /^DATABASE_URL: .*the disk (of the server|that holds .*) is full; free some space/,
  );
  expect(await contents(url)).toEqual({ tables: ['first'], recorded: ['0001_first'] });
});
