import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareSqliteFile } from '../../src/sqlite/file.ts';
import { connect, newStore } from '../store.ts';
import { contents, migrated, migrationsFolder, realMigrations, realNames, sha256 } from './migrations.ts';

const first = { '0001_first': 'CREATE TABLE first (id INTEGER PRIMARY KEY);' };
const second = { '0002_second': 'CREATE TABLE second (id INTEGER PRIMARY KEY);' };

test('migrations are applied in the order of their names, each once', () => {
  const path = migrated({ ...second, ...first, '0010_tenth': 'ALTER TABLE second ADD COLUMN tenth TEXT;' });
  expect(contents(path)).toEqual({
    tables: ['first', 'second'],
    recorded: ['0001_first', '0002_second', '0010_tenth'],
  });
});

test('a later start applies what is new and leaves the rest alone', () => {
  const path = migrated(first);
  connect(path).exec('INSERT INTO first VALUES (7)');
  prepareSqliteFile(path, migrationsFolder({ ...first, ...second }));
  prepareSqliteFile(path, migrationsFolder({ ...first, ...second }));
  expect(contents(path)).toEqual({ tables: ['first', 'second'], recorded: ['0001_first', '0002_second'] });
  expect(connect(path).prepare('SELECT id FROM first').pluck().all()).toEqual([7n]);
});

test('a second migration that fails leaves the first, and nothing of itself', () => {
  const path = migrated(first);
  connect(path).exec('INSERT INTO first VALUES (7)');
  const failing = {
    '0002_fails': 'CREATE TABLE half (id INTEGER); DELETE FROM first; INSERT INTO nowhere VALUES (1);',
  };
  expect(() => prepareSqliteFile(path, migrationsFolder({ ...first, ...failing }))).toThrow(
    /^Migration 0002_fails failed \(no such table: nowhere\); the database is as it was before it\./,
  );
  expect(contents(path)).toEqual({ tables: ['first'], recorded: ['0001_first'] });
  expect(connect(path).prepare('SELECT id FROM first').pluck().all()).toEqual([7n]);

  prepareSqliteFile(path, migrationsFolder({ ...first, '0002_fails': 'CREATE TABLE mended (id INTEGER);' }));
  expect(contents(path)).toEqual({ tables: ['first', 'mended'], recorded: ['0001_first', '0002_fails'] });
});

const parentAndChild = {
  '0001_first': `CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE child (parent_id INTEGER REFERENCES parent (id) ON DELETE CASCADE);
    INSERT INTO parent VALUES (1, 'Fern'); INSERT INTO child VALUES (1);`,
};

test('a migration that rebuilds a table keeps the rows that refer to it', () => {
  const path = migrated({
    ...parentAndChild,
    '0002_rebuild': `CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO new_parent SELECT * FROM parent; DROP TABLE parent; ALTER TABLE new_parent RENAME TO parent;`,
  });
  expect(connect(path).prepare('SELECT * FROM child JOIN parent ON id = parent_id').all()).toHaveLength(1);
});

test('a migration that leaves rows referring to nothing fails, and nothing of it stays', () => {
  const path = migrated(parentAndChild);
  const folder = migrationsFolder({ ...parentAndChild, '0002_orphans': 'DELETE FROM parent;' });
  expect(() => prepareSqliteFile(path, folder)).toThrow(/^Migration 0002_orphans failed \(it leaves rows/);
  expect(connect(path).prepare('SELECT * FROM child JOIN parent ON id = parent_id').all()).toHaveLength(1);
});

test('each is recorded as Prisma records it, under the SHA-256 of its file', async () => {
  const { path } = await newStore();
  const connection = connect(path);
  const columns = connection.pragma('table_info(_prisma_migrations)') as Record<string, unknown>[];
  // As Prisma's schema engine makes the table.
  expect(columns.map(({ name, type, notnull, pk }) => `${name} ${type} ${notnull} ${pk}`)).toEqual([
    'id TEXT 1 1',
    'checksum TEXT 1 0',
    'finished_at DATETIME 0 0',
    'migration_name TEXT 1 0',
    'logs TEXT 0 0',
    'rolled_back_at DATETIME 0 0',
    'started_at DATETIME 1 0',
    'applied_steps_count INTEGER UNSIGNED 1 0',
  ]);
  const rows = connection.prepare('SELECT * FROM _prisma_migrations ORDER BY migration_name').all();
  expect(rows).toEqual(
    realNames.map((name) => ({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      checksum: sha256(readFileSync(join(realMigrations, name, 'migration.sql'))),
      migration_name: name,
      started_at: expect.any(BigInt),
      finished_at: expect.any(BigInt),
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1n,
    })),
  );
});
