import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { migrate, migrated } from '../../migrations.ts';
import { connect } from '../../store.ts';
import { rowsOf } from '../../testing.ts';

const parentAndChild = {
  '0001_first': `CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE child (parent_id INTEGER REFERENCES parent (id) ON DELETE CASCADE);
    INSERT INTO parent VALUES (1, 'Fern'); INSERT INTO child VALUES (1);`,
};

test('a migration that rebuilds a table keeps the rows that refer to it', async () => {
  const url = await migrated({
    ...parentAndChild,
    '0002_rebuild': `CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO new_parent SELECT * FROM parent; DROP TABLE parent; ALTER TABLE new_parent RENAME TO parent;`,
  });
  expect(await rowsOf(url, 'SELECT * FROM child JOIN parent ON id = parent_id')).toHaveLength(1);
});

test('a migration that leaves a dangling reference fails and stores nothing', async () => {
  const url = await migrated(parentAndChild);
  const orphaning = { ...parentAndChild, '0002_orphans': 'DELETE FROM parent;' };
  await expect(migrate(url, orphaning)).rejects.toThrow(/^Migration 0002_orphans failed \(it leaves rows/);
  expect(await rowsOf(url, 'SELECT * FROM child JOIN parent ON id = parent_id')).toHaveLength(1);
});

test('migrations are recorded like those of Prisma, with the SHA-256 of their files', async () => {
  const connection = connect((await migrated(parentAndChild)).slice('file:'.length));
  const columns = connection.pragma('table_info(_prisma_migrations)') as Record<string, unknown>[];
  // The same table that Prisma's schema engine creates.
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
    Object.entries(parentAndChild).map(([name, sql]) => ({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      checksum: hash('sha256', sql),
      migration_name: name,
      started_at: expect.any(BigInt),
      finished_at: expect.any(BigInt),
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1n,
    })),
  );
});
