import { connectTo, newUrl, oncePerFile, rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Server } from '../child-process.ts';
import { ask, followWriters } from '../followed-copy.ts';
import { send, statusAfterASecond, statusFor } from '../requests.ts';
import { type Cluster, startCluster } from './cluster.ts';

/** A cluster on a new database, and the tokens after its start. */
const running = oncePerFile(async (atEnd) => {
  const url = await newUrl(atEnd);
  const cluster = await startCluster(url, {}, atEnd);
  return { url, cluster, tokensAtStart: await rowsOf(url, 'SELECT name FROM tokens') };
});

test('three processes migrate an empty database once, and make one first token', async () => {
  const { url, cluster, tokensAtStart } = await running();
  const { servers, withToken, admin } = cluster;
  expect(tokensAtStart).toEqual([{ name: 'first-token' }]);
  const recorded = await rowsOf(
    url,
    'SELECT count(*) AS all, count(DISTINCT migration_name) AS names FROM _prisma_migrations',
  );
  expect(recorded[0]?.all).toBe(recorded[0]?.names);
  // A file with a token that is not in the store would lock its owner out.
  expect(withToken).toHaveLength(1);
  for (const server of servers) expect(await statusFor(server, admin)).toBe(200);
});

const atEach = <T>({ servers }: Cluster, ask: (server: Server) => Promise<T>): Promise<T[]> =>
  Promise.all(servers.map(ask));

/** Expects 401 from every process after at most one second. */
async function expectEndWithinASecond(cluster: Cluster, ask: (server: Server) => Promise<number>) {
  const statuses = await atEach(cluster, (server) => statusAfterASecond(() => ask(server)));
  expect(statuses).toEqual([401, 401, 401]);
}

test('a session of one process works in all processes, and ends in all within a second', async () => {
  const { cluster } = await running();
  const begun = await fetch(`${cluster.servers[0]?.url}/trpc/session.start`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cluster.admin}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { result } = (await begun.json()) as { result: { data: { json: { secret: string } } } };
  const headers = {
    cookie: `plant-store-session=${result.data.json.secret}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  const ask = async ({ url }: Server) => (await fetch(`${url}/trpc/session.get`, { headers })).status;
  expect(await atEach(cluster, ask)).toEqual([200, 200, 200]);
  await fetch(`${cluster.servers[1]?.url}/trpc/session.end`, { method: 'POST', headers, body: '{}' });
  await expectEndWithinASecond(cluster, ask);
});

test('a new token works in all processes, and a revoked token in none after a second', async () => {
  const { cluster } = await running();
  const made = await cluster.token('create', '--name', 'till', '--scope', 'plants:read', '--json');
  const { token } = JSON.parse(made.stdout) as { token: string };
  const ask = (server: Server) => statusFor(server, token);
  expect(await atEach(cluster, ask)).toEqual([200, 200, 200]);
  // With constant use, each process has just cached the token.
  const users = cluster.servers.map((server) =>
    startClients<number>(1, async (tell) => tell(await ask(server))),
  );
  await cluster.token('revoke', 'till');
  await Promise.all(users.map(({ stop }) => stop()));
  await expectEndWithinASecond(cluster, ask);
});

test('requests about one token at the same moment, to three processes, have one outcome', async () => {
  const { url, cluster } = await running();
  const ask = async (number: number, method: string, path: string, body?: object, key?: string) => {
    const answer = await fetch(`${cluster.servers[number % 3]?.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${cluster.admin}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = JSON.parse((await answer.text()) || '{}') as { id: string; value?: string; message: string };
    return { status: answer.status, ...said };
  };
  const many = async (one: (number: number) => ReturnType<typeof ask>) => {
    const answers = await Promise.all(Array.from({ length: 9 }, (_, number) => one(number)));
    return answers.toSorted((a, b) => a.status - b.status);
  };
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).join(' ');
  const token = { name: 'same', scopes: ['plants:read'] };

  const named = await many((number) => ask(number, 'POST', '/tokens', token));
  expect(statuses(named)).toBe('201 400 400 400 400 400 400 400 400');
  expect(named[8]?.message).toBe('a token named "same" already exists; revoke it or use another name');

  const keyed = await many((number) => ask(number, 'POST', '/tokens', { ...token, name: 'keyed' }, 'a key'));
  expect(statuses(keyed)).toBe('200 200 200 200 200 200 200 200 201');
  const path = `/tokens/${keyed[0]?.id}`;
  const rotated = await many((number) => ask(number, 'POST', `${path}/rotate`, {}, 'another key'));
  expect(statuses(rotated)).toBe('200 200 200 200 200 200 200 200 200');
  const valuesOf = (answers: { value?: string }[]) => answers.flatMap(({ value = [] }) => value);
  expect(valuesOf(rotated)).toHaveLength(1);

  // Five rotations, and four revocations.
  const ended = await many((number) =>
    number % 2 === 0 ? ask(number, 'POST', `${path}/rotate`, {}) : ask(number, 'DELETE', path),
  );
  for (const { status, message } of ended)
    expect(message ?? status).toEqual(
      status === 400 ? expect.stringMatching(/^the token "keyed" was revoked/) : expect.toBeOneOf([200, 204]),
    );
  for (const value of valuesOf([...keyed, ...rotated, ...ended]))
    await expectEndWithinASecond(cluster, (server) => statusFor(server, value));
  const revocation = `WHERE action = 'tokens.revoke' AND subject = 'keyed'`;
  expect(
    await rowsOf(
      url,
      `SELECT action FROM audit_entries ${revocation} UNION ALL SELECT action FROM audit_pending ${revocation}`,
    ),
  ).toHaveLength(1);
});

test('one of many equal creates through all processes succeeds, and the other answers name its plant', async () => {
  const { url, cluster } = await running();
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const answer = await send(`${cluster.url}/plants`, cluster.admin, { id: 7, name: `plant ${i}` });
      return {
        status: answer.status,
        body: (await answer.json()) as { name: string; error: number; message: string },
      };
    }),
  );
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.name);
  expect(made).toHaveLength(1);
  expect(await rowsOf(url, 'SELECT name FROM plants')).toEqual([{ name: made[0] }]);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect({ status, ...body }).toEqual({
      status: 400,
      error: 40004,
      message: `id 7 is already taken by "${made[0]}"; give another id`,
    });
});

/** The plant that a transaction holds, in the middle of those of a bulk action. */
const heldId = 11;
const chosen = { ids: [0, 2, heldId, ...Array.from({ length: 40 }, (_, index) => 12 + 2 * index)] };

test('a copy by export and feed is equal to the store after eight writers, a kill -9 and held transactions', async () => {
  const { url, cluster } = await running();
  const store = { url: cluster.url, token: cluster.admin };
  const other = await connectTo(url);
  onTestFinished(() => other.end());
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
  async function hold(meanwhile: () => Promise<void>) {
    await other.query(`BEGIN;
      UPDATE plants SET name = 'held', changed_at = coalesce(changed_at, added_at) + 1 WHERE id = ${heldId};
      INSERT INTO audit_pending (at, action, subject)
        VALUES (extract(epoch FROM clock_timestamp()) * 1000000, 'plants.update', '${heldId}')`);
    const site = cluster.servers[0] as Server;
    const deleting = ask({ ...store, url: site.url }, 'POST /plants/bulk/delete', chosen);
    await vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBeGreaterThan(0));
    await meanwhile();
    await other.query('COMMIT');
    // On a busy machine the store may refuse to wait for so long, by 503.
    expect((await deleting)?.status ?? 200).toBe(200);
  }
  await followWriters(store, async (goOn) => {
    await ask(store, `PUT /plants/${heldId}`, { name: 'not held' });
    const killed = cluster.servers[1] as Server;
    killed.child.kill('SIGKILL');
    await killed.ended;
    await Promise.all([cluster.startAgain(1), hold(() => goOn(30))]);
  });
});
