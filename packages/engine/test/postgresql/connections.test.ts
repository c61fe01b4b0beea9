import { EventEmitter, once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { parseAddress, sql } from '@plant-store/engine';
import { createTransactor, tlsModeOf } from '@plant-store/engine/postgresql/connection';
import { Pool } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { keepToOneServer } from '../../src/postgresql/connection/lost-server.ts';
import { createAdapter } from '../../src/postgresql/prisma-adapter.ts';
import { notes, openServer } from '../store.ts';
import { newFolder, newUrl, rowsOf } from '../testing.ts';

test.each(['prefer', 'allow'])('sslmode=%s opens a store on a server without TLS', async (mode) => {
  const { db } = await openServer(`${await newUrl()}&sslmode=${mode}`);
  expect(await notes.list(db)).toEqual([]);
});

test.each([
  ['', undefined],
  ['sslmode=disable&sslrootcert=ca.pem', 'disable'],
  ['sslmode=require&host=/var/run/postgresql', 'disable'],
  ['sslmode=allow', 'prefer'],
  ['sslmode=prefer', 'prefer'],
  ['sslaccept=accept_invalid_certs', 'prefer'],
  ['sslmode=prefer&sslaccept=strict', 'verify-full'],
  ['sslmode=require', 'verify-full'],
  ['ssl=true', 'verify-full'],
  ['ssl=0', 'disable'],
  ['sslmode=require&sslaccept=accept_invalid_certs', 'no-verify'],
  ['sslmode=require&uselibpqcompat=true', 'no-verify'],
  ['sslmode=require&uselibpqcompat=true&sslrootcert=ca.pem', 'verify-full'],
  ['sslmode=no-verify', 'no-verify'],
  ['sslmode=verify-ca', 'verify-full'],
  ['sslmode=verify-ca&sslrootcert=ca.pem', 'verify-ca'],
  ['sslmode=verify-full', 'verify-full'],
  ['sslrootcert=ca.pem', 'verify-full'],
])('the parameters "%s" mean the encryption %s', (query, mode) => {
  expect(tlsModeOf(parseAddress(`postgresql://db.example/shop?${query}`))).toBe(mode);
});

/** The folder of a Unix socket that leads to the server of this run. */
async function socketFolder() {
  const folder = newFolder();
  const port = Number(new URL(inject('postgresql')).port);
  const proxy = createServer((socket) => {
    const server = connect(port, '127.0.0.1');
    pipeline(socket, server, socket, () => undefined);
  });
  proxy.listen(join(folder, '.s.PGSQL.5432'));
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return folder;
}

test('a store is opened by a Unix socket, with a user before an empty host', async () => {
  const url = await newUrl();
  const folder = await socketFolder();
  const { db } = await openServer(url.replace(/@[^/]*(.*)\?/, `@$1?host=${folder}&sslmode=prefer&`));
  await notes.create(db, { id: 1n, text: 'Fern' });
  expect(await rowsOf(url, 'SELECT text FROM notes')).toEqual([{ text: 'Fern' }]);
});

test('the idle connections are replaced after another one was lost, as their server may be gone', async () => {
  const url = await newUrl();
  const { db } = await openServer(url);
  const ask = () => db.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS "pid", pg_sleep(0.1)`);
  const pids = (await Promise.all([ask(), ask(), ask()])).flatMap((rows) => rows.map(({ pid }) => pid));
  await expect(db.query(sql`SELECT pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow(
    'does not respond',
  );
  const left = `SELECT pid FROM pg_stat_activity WHERE pid IN (${pids})`;
  await expect.poll(() => rowsOf(url, left)).toEqual([]);
});

test('no ROLLBACK is sent on a connection whose server does not answer, as it would wait too', async () => {
  const sent: unknown[] = [];
  const release = vi.fn();
  const query = async (config: string | { text: string }) => {
    const text = typeof config === 'string' ? config : config.text;
    sent.push(text);
    if (text !== 'BEGIN') throw new Error('Query read timeout');
    return { rows: [], fields: [], rowCount: 0 };
  };
  const client = Object.assign(new EventEmitter(), { query, release }) as never;
  const lease = async () => client;
  const transact = createTransactor({ lease, prepare: () => ({ text: 'SELECT 1' }) });
  const unit = function* () {
    yield sql`SELECT 1`;
  };
  await expect(transact(unit)).rejects.toThrow('nothing was stored');
  await expect(transact(function* () {})).rejects.toThrow('may or may not have been stored');
  const adapter = await createAdapter({ pool: new Pool(), lease, query } as never, 'public').connect();
  const transaction = await adapter.startTransaction();
  for (const text of ['SELECT 1', 'ROLLBACK']) {
    const statement = transaction.executeRaw({ sql: text, args: [], argTypes: [] });
    await expect(statement).rejects.toMatchObject({
      cause: { message: expect.stringContaining('nothing was stored') },
    });
  }
  await transaction.rollback();
  expect(sent).toEqual(['BEGIN', 'SELECT 1', 'BEGIN', 'COMMIT', 'BEGIN', 'SELECT 1']);
  expect(release.mock.calls).toEqual([[true], [true], [true]]);
});

test('a connection to a promoted server breaks those to the former one, and none to other primaries', async () => {
  const clientTo = ([id, start]: string[]) =>
    Object.assign(
      new EventEmitter().on('error', () => undefined),
      {
        query: async () => ({ rows: start ? [{ id, start }] : [] }),
        connection: { stream: { destroy: vi.fn() } },
      },
    );
  const join = keepToOneServer(new EventEmitter() as never, {});
  const clients = [['7', '1.5'], ['7', '1.5'], ['8', '3.5'], ['7', '2.5'], ['8', '3.5'], []].map(clientTo);
  for (const client of clients) await join(client as never);
  expect(clients.map(({ connection }) => connection.stream.destroy.mock.calls.length)).toEqual([
    ...[1, 1, 0, 0, 0, 0],
  ]);
});

test('a pool leaves the former server of its address, even if it needs no new connection', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = await newUrl();
  const join = keepToOneServer(new EventEmitter() as never, { connectionString: url });
  const [{ id } = {}] = await rowsOf(url, 'SELECT system_identifier::text AS id FROM pg_control_system()');
  const former = Object.assign(
    new EventEmitter().on('error', () => undefined),
    {
      query: async () => ({ rows: [{ id, start: '1.5' }] }),
      connection: { stream: { destroy: vi.fn() } },
    },
  );
  await join(former as never);
  vi.advanceTimersByTime(5_000);
  await vi.waitFor(() => expect(former.connection.stream.destroy).toHaveBeenCalledOnce());
});

test('a connection that is lost while the pool asks for its server serves no request', async () => {
  const join = keepToOneServer(new EventEmitter() as never, {});
  const lost = { query: () => Promise.reject(new Error('Query read timeout')) };
  await expect(join(lost as never)).rejects.toThrow('Query read timeout');
  const silent = { query: () => Promise.reject(Object.assign(new Error(), { code: '42883' })) };
  await join(silent as never);
});
