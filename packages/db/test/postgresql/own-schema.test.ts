import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase, plants } from '../../src/index.ts';
import { createOwnSchema } from '../../src/postgresql/own-schema.ts';
import { newDatabase, rowsOf } from '../testing.ts';

const schemasIn = async (url: string) =>
  (
    await rowsOf(
      url,
      `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'plant\\_store%' ORDER BY 1`,
    )
  ).map(({ name }) => name);

const schemaOf = (url: string) => new URL(url).searchParams.get('schema');

test('own schemas share nothing, even beside a store, and remove drops each', async () => {
  const url = await newDatabase();
  const store = await openDatabase(url);
  const [one, two] = await Promise.all([createOwnSchema(url), createOwnSchema(`${url}?schema=public`)]);
  expect(await schemasIn(url)).toEqual([schemaOf(one.url), schemaOf(two.url)].toSorted());
  const db = await openDatabase(one.url);
  await plants.create(db, { id: 1n, name: 'Fern' });
  expect(await rowsOf(two.url, 'SELECT FROM plants')).toEqual([]);
  await Promise.all([db.close(), store.close()]);
  await one.remove();
  expect(await schemasIn(url)).toEqual([schemaOf(two.url)]);
  await two.remove();
  expect(await schemasIn(url)).toEqual([]);
});

test('a new schema drops those of killed processes, and no schema that is in use', async () => {
  const url = await newDatabase();
  await rowsOf(url, 'CREATE SCHEMA plant_store_sandbox_left; CREATE SCHEMA plant_store_kept');
  const used = await createOwnSchema(url);
  const next = await createOwnSchema(url);
  expect(await schemasIn(url)).toEqual(
    ['plant_store_kept', schemaOf(used.url), schemaOf(next.url)].toSorted(),
  );
  await used.remove();
  await next.remove();
});

test('a user who may make no schemas is told the right to ask for, and nothing is left', async () => {
  const url = await newDatabase();
  const user = `weak_${randomUUID().slice(0, 8)}`;
  await rowsOf(url, `CREATE ROLE ${user} LOGIN PASSWORD 'x'`);
  onTestFinished(async () => void (await rowsOf(url, `DROP ROLE ${user}`)));
  const asWeak = Object.assign(new URL(url), { username: user, password: 'x' }).href;
  await expect(createOwnSchema(asWeak)).rejects.toThrow(
    new RegExp(`GRANT CREATE ON DATABASE ".*" TO "${user}"\\.$`),
  );
  expect(await schemasIn(url)).toEqual([]);
});

test('a failed removal does not hide why the schema could not be made', async () => {
  const url = await newDatabase();
  const trigger = `CREATE FUNCTION end_all() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF tg_tag = 'CREATE TABLE' THEN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid(); RAISE 'the first error'; END IF; END $$;
    CREATE EVENT TRIGGER end_all ON ddl_command_end EXECUTE FUNCTION end_all()`;
  await rowsOf(url, trigger);
  await expect(createOwnSchema(url)).rejects.toThrow('the first error');
});

test('a lost connection is reported, as the schema then counts as left', async () => {
  const url = await newDatabase();
  const lost = vi.fn();
  const schema = await createOwnSchema(url, lost);
  await rowsOf(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%${schemaOf(schema.url)}'`,
  );
  await vi.waitFor(() => expect(lost).toHaveBeenCalled());
});
