import { createServer } from 'node:net';
import { StartError } from '@plant-store/engine';
import { expect, inject, onTestFinished, test } from 'vitest';
import { notes, openServer } from '../store.ts';
import { newDatabase, newUrl, rowsOf } from '../testing.ts';

/** Expects a start on this database to fail with one line, which contains these words and no password. */
async function expectStop(url: string, ...words: string[]) {
  const failure = await openServer(url).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(failure).toBeInstanceOf(StartError);
  const { message } = failure as StartError;
  expect(message).toMatch(/^DATABASE_URL: [^\n]+\.$/);
  for (const word of words) expect(message).toContain(word);
  expect(message).not.toMatch(/correct-horse|wrong-secret/);
}

/** The URL of the server of this run, after `change`. */
const changed = (change: (url: URL) => void): string => {
  const url = new URL(inject('postgresql'));
  change(url);
  return url.href;
};

test('a database with tables of another program is refused and does not change', async () => {
  const url = await newUrl();
  await rowsOf(url, 'CREATE TABLE customers (id BIGINT)');
  await expectStop(url, 'the tables of another program (such as "customers")');
  expect(
    await rowsOf(
      url,
      'SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()',
    ),
  ).toEqual([{ table_name: 'customers' }]);
});

test('views of an extension in an empty database are accepted', async () => {
  const url = await newUrl();
  await rowsOf(url, 'CREATE VIEW pg_stat_something AS SELECT 1 AS one');
  await notes.create((await openServer(url)).db, { id: 1n, text: 'Fern' });
});

test.each(['ALTER DATABASE %d SET', 'ALTER ROLE plants IN DATABASE %d SET'])(
  'a database with commits that do not wait for the disk is refused, even if only for %s',
  async (alter) => {
    const url = await newDatabase();
    const set = alter.replace('%d', new URL(url).pathname.slice(1));
    await rowsOf(url, `${set} synchronous_commit = off`);
    await expectStop(url, 'synchronous_commit=off', 'turn both on');
    await rowsOf(url, `${set} synchronous_commit = local`);
    await openServer(url);
  },
);

test('a read-only database is refused', async () => {
  const url = await newDatabase();
  await rowsOf(
    url,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
  );
  await expectStop(url, 'the database is read-only');
});

test('a database with an encoding of few characters is refused', async () => {
  const name = `latin_${process.pid}_${Date.now()}`;
  const server = inject('postgresql');
  await rowsOf(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1'`);
  onTestFinished(async () => void (await rowsOf(server, `DROP DATABASE ${name} WITH (FORCE)`)));
  await expectStop(
    changed((url) => (url.pathname = name)),
    'is in LATIN1',
    "ENCODING 'UTF8'",
  );
});

test('a missing schema is named as the cause', async () => {
  await expectStop(`${inject('postgresql')}?options=-c%20search_path%3Dnowhere`, 'search_path');
});

test('each fault of the URL has its own message, without the password', async () => {
  const wrong = (url: URL) => (url.password = 'wrong-secret');
  const [{ role } = {}] = await rowsOf(inject('postgresql'), `SELECT 'r' || pg_backend_pid() AS "role"`);
  await expectStop(
    changed((url) => (url.pathname = 'nowhere')),
    '"nowhere"',
    '3D000',
    'createdb',
  );
  await expectStop(
    changed((url) => (url.username = String(role))),
    '28000',
    'refuses the user, the password',
  );
  await expectStop(
    changed((url) => {
      wrong(url);
      url.hostname = 'nowhere.invalid';
    }),
    'nowhere.invalid',
    'cannot be resolved',
  );
  await expectStop(
    changed((url) => {
      wrong(url);
      url.port = '1';
    }),
    '127.0.0.1:1',
    'ECONNREFUSED',
    'check that the server runs',
  );
  await expectStop(`${changed(wrong)}?sslmode=verify-full`, 'the server does not support TLS');
  await expectStop(`${changed(wrong)}?sslrootcert=/nowhere/ca.pem`, 'ENOENT');
  await expectStop('postgresql://plants:wrong-secret%FF@127.0.0.1/plants', '%25');
});

test('a user without permission to create tables gets the refusal and a remedy', async () => {
  const url = await newDatabase();
  const role = `guest_${process.pid}_${Date.now()}`;
  await rowsOf(url, `CREATE ROLE ${role} LOGIN PASSWORD 'wrong-secret'`);
  onTestFinished(async () => void (await rowsOf(inject('postgresql'), `DROP ROLE ${role}`)));
  const asGuest = Object.assign(new URL(url), { username: role, password: 'wrong-secret' });
  await expectStop(
    asGuest.href,
    '(42501: permission denied for schema public)',
    'make it the owner of the database',
  );
});

test("the start fails for a server without PostgreSQL's protocol, and names the server", async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  await expectStop(
    changed((url) => (url.port = String(port))),
    `127.0.0.1:${port}`,
  );
});
