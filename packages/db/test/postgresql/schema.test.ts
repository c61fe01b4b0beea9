import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, plants } from '../../src/index.ts';
import { promote } from '../../src/promotion.ts';
import { newFolder, open } from '../store.ts';
import { newDatabase, rowsOf } from '../testing.ts';

const inSchema = (url: string, schema: string) => `${url}?schema=${encodeURIComponent(schema)}`;
const fern = { id: 1n, name: 'Fern' };

const schemasOf = async (url: string) =>
  (
    await rowsOf(
      url,
      `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1`,
    )
  ).map(({ name }) => name);

/** The message of a start that fails. */
const refusal = (url: string): Promise<string> =>
  openDatabase(url).then(
    async (db) => {
      await db.close();
      return 'it started';
    },
    (cause: Error) => cause.message,
  );

/** A new database with a store in its schema `public`, and in no other. */
async function databaseWithStore() {
  const url = await newDatabase();
  const db = await openDatabase(url);
  await plants.create(db, fern);
  await db.close();
  return url;
}

const namesIn = async (url: string) => {
  const db = await open(url);
  return (await plants.list(db, { limit: 9 } as never)).plants.map(({ name }) => name);
};

test('stores in two schemas of a database share nothing, and their schemas are made', async () => {
  const url = await newDatabase();
  const odd = `Shop-B 'a\\b.*é😀`;
  for (const [schema, name] of [
    ['shop_a', 'Fern'],
    [odd, 'Moss'],
  ] as const)
    await plants.create(await open(inSchema(url, schema)), { id: 1n, name });
  expect(await namesIn(inSchema(url, 'shop_a'))).toEqual(['Fern']);
  expect(await namesIn(inSchema(url, odd))).toEqual(['Moss']);
  expect(await schemasOf(url)).toEqual([odd, 'public', 'shop_a']);
  expect(await rowsOf(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});

test('processes that start at the same moment make the schema once', async () => {
  const url = inSchema(await newDatabase(), 'shop');
  const opened = await Promise.all(Array.from({ length: 5 }, () => openDatabase(url)));
  await Promise.all(opened.map((db) => db.close()));
});

test.each(['missing', 'empty'])(
  'a start beside the store of an earlier version ends if its own schema is %s, and its ways out work',
  async (state) => {
    const url = await databaseWithStore();
    if (state === 'empty') await rowsOf(url, 'CREATE SCHEMA shop');
    const before = await schemasOf(url);
    const message = await refusal(inSchema(url, 'shop'));
    expect(message).toMatch(
      /^DATABASE_URL: the schema "shop" holds no store, but the schema "public" of this database does\. [^\n]+ Nothing was changed\.$/,
    );
    expect(await schemasOf(url)).toEqual(before);
    const [, rename = '', begin = ''] =
      /write (?:schema=public) .* in psql: (.*)\. To begin .* beside it: (.*)\. Nothing/.exec(message) ?? [];
    expect(await namesIn(inSchema(url, 'public'))).toEqual(['Fern']);
    await rowsOf(url, begin);
    expect(await namesIn(inSchema(url, 'shop'))).toEqual([]);
    await rowsOf(url, `DROP SCHEMA shop CASCADE${state === 'empty' ? '; CREATE SCHEMA shop' : ''}`);
    await rowsOf(url, rename);
    expect(await namesIn(inSchema(url, 'shop'))).toEqual(['Fern']);
  },
);

test("a store in the schema of the user's search_path is not left behind either", async () => {
  const url = await newDatabase();
  await rowsOf(
    url,
    `CREATE SCHEMA garden; ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = garden`,
  );
  await (await openDatabase(url)).close();
  for (const schema of ['shop', 'public'])
    expect(await refusal(inSchema(url, schema))).toContain('but the schema "garden" of this database does');
});

test('tables of another program in "public" do not prevent a store in a schema of its own', async () => {
  const url = await newDatabase();
  await rowsOf(url, 'CREATE TABLE plants (id BIGINT); CREATE TABLE _prisma_migrations (id TEXT)');
  expect(await refusal(inSchema(url, 'shop'))).toBe('it started');
});

test('a user who may not make the schema, or not use it, gets the line for the administrator', async () => {
  const url = await newDatabase();
  const role = `guest_${process.pid}_${Date.now()}`;
  await rowsOf(url, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  onTestFinished(async () => void (await rowsOf(inject('postgresql'), `DROP ROLE ${role}`)));
  const asGuest = inSchema(Object.assign(new URL(url), { username: role, password: 'x' }).href, 'shop');
  expect(await refusal(asGuest)).toMatch(`run: CREATE SCHEMA "shop" AUTHORIZATION "${role}".`);
  await rowsOf(url, 'CREATE SCHEMA shop');
  const grant = `GRANT USAGE, CREATE ON SCHEMA "shop" TO "${role}"`;
  expect(await refusal(asGuest)).toMatch(`run: ${grant}.`);
  await rowsOf(url, grant);
  expect(await refusal(asGuest)).toBe('it started');
  await rowsOf(url, `DROP OWNED BY ${role}`);
});

test('a user who may not make tables in the schema, or not write to them, gets the line too', async () => {
  const url = await newDatabase();
  const role = `clerk_${process.pid}_${Date.now()}`;
  await rowsOf(url, `CREATE ROLE ${role} LOGIN PASSWORD 'x'; CREATE SCHEMA shop`);
  onTestFinished(async () => void (await rowsOf(inject('postgresql'), `DROP ROLE ${role}`)));
  await rowsOf(url, `GRANT USAGE ON SCHEMA shop TO ${role}`);
  const asClerk = inSchema(Object.assign(new URL(url), { username: role, password: 'x' }).href, 'shop');
  expect(await refusal(asClerk)).toMatch(`run: GRANT USAGE, CREATE ON SCHEMA "shop" TO "${role}".`);
  const owner = await open(inSchema(url, 'shop'));
  await rowsOf(url, `GRANT SELECT ON ALL TABLES IN SCHEMA shop TO ${role}`);
  const grant = `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "shop" TO "${role}"`;
  expect(await refusal(asClerk)).toMatch(`run: ${grant}.`);
  await rowsOf(url, grant);
  const db = await openDatabase(asClerk);
  await db.check();
  await rowsOf(url, `REVOKE INSERT ON shop.plants FROM ${role}`);
  await expect(db.check()).rejects.toThrow('may not write');
  await db.close();
  await owner.close();
  await rowsOf(url, `DROP OWNED BY ${role}`);
});

test('a store moves into a schema beside the store of another one', async () => {
  const url = await databaseWithStore();
  const path = join(newFolder(), 'plants.db');
  const db = await openDatabase(`file:${path}`);
  await plants.create(db, { id: 2n, name: 'Moss' });
  await db.close();
  const to = inSchema(url, 'shop');
  const moved = await promote(path, to, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  expect(moved.to).toBe(to.replace(/^.*@/, ''));
  expect([await namesIn(to), await namesIn(url)]).toEqual([['Moss'], ['Fern']]);
});

test('connection_limit of the address is the maximum number of connections', async () => {
  const url = `${inSchema(await newDatabase(), 'shop')}&connection_limit=2&application_name=counted`;
  const db = await open(url);
  await Promise.all(Array.from({ length: 8 }, () => db.prisma.plant.count()));
  const own = await rowsOf(url, `SELECT FROM pg_stat_activity WHERE application_name = 'counted'`);
  // One of them is the connection of this query.
  expect(own).toHaveLength(3);
});
