import { hash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { contents, migrate, migrated } from '../migrations.ts';
import { hasPgbouncer, startPgbouncer } from '../servers/pgbouncer.ts';
import { newDatabase, newUrl, rowsOf } from '../testing.ts';

const first = { '0001_first': 'CREATE TABLE first (id BIGINT PRIMARY KEY);' };
const second = { '0002_second': 'CREATE TABLE second (id BIGINT PRIMARY KEY);' };

test.for(['', ' through a pooler'])(
  'the statement timeout of the database does not apply to migrations%s',
  async (way, { skip }) => {
    if (way && !hasPgbouncer) skip();
    const url = await newDatabase();
    await rowsOf(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '1s'`);
    const through = way ? (await startPgbouncer(url, onTestFinished)).through(url) : url;
    await migrate(through, { ...first, '0002_long': 'SELECT pg_sleep(1.2);' });
    expect((await contents(url)).recorded).toEqual(['0001_first', '0002_long']);
  },
);

test('a connection that breaks during a migration is reported, and the next start continues', async () => {
  const url = await migrated(first);
  const breaking = {
    '0002_breaks': 'CREATE TABLE half (id BIGINT); SELECT pg_terminate_backend(pg_backend_pid());',
  };
  await expect(migrate(url, { ...first, ...breaking })).rejects.toThrow(
    /^DATABASE_URL: cannot open the database .*57P01/,
  );
  await migrate(url, { ...first, ...second });
  expect(await contents(url)).toEqual({
    tables: ['first', 'second'],
    recorded: ['0001_first', '0002_second'],
  });
});

test('migrations are recorded like those of Prisma, with the SHA-256 of their files', async () => {
  const url = await migrated({ ...first, ...second });
  const columns = await rowsOf(
    url,
    `
    SELECT column_name || ' ' || data_type || coalesce(' ' || character_maximum_length, '') || ' ' || is_nullable AS "column"
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  );
  // The same table that Prisma's schema engine creates.
  expect(columns.map(({ column }) => column)).toEqual([
    'id character varying 36 NO',
    'checksum character varying 64 NO',
    'finished_at timestamp with time zone YES',
    'migration_name character varying 255 NO',
    'logs text YES',
    'rolled_back_at timestamp with time zone YES',
    'started_at timestamp with time zone NO',
    'applied_steps_count integer NO',
  ]);
  expect(await rowsOf(url, 'SELECT * FROM _prisma_migrations ORDER BY migration_name')).toEqual(
    Object.entries({ ...first, ...second }).map(([name, sql]) => ({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      checksum: hash('sha256', sql),
      migration_name: name,
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
    })),
  );
});

test('a start without new migrations needs no permission to create tables', async () => {
  const url = await newUrl();
  await migrate(url, first);
  const [{ schema, role } = {}] = await rowsOf(
    url,
    `SELECT current_schema() AS "schema", 'reader_' || current_schema() AS "role"`,
  );
  await rowsOf(url, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  await rowsOf(url, `GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await rowsOf(url, `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
  const asReader = url.replace(/\/\/[^@]+@/, `//${role}:x@`);
  await migrate(asReader, first);
  await expect(migrate(asReader, { ...first, ...second })).rejects.toThrow(/permission denied/);
  await rowsOf(url, `DROP OWNED BY ${role}`);
  await rowsOf(url, `DROP ROLE ${role}`);
});
