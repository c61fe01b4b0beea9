import { Agent, request } from 'node:http';
import { plants } from '@plant-store/db';
import { anHour, setLockWait } from '@plant-store/db/testing';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { parseExposition } from '../monitoring/exposition.ts';
import { startStore } from '../store.ts';

const total = 1_200;

/** The rest of the 1,000 slots is reserved for callers with less than a tenth of them. */
const oneCallerMax = 900;

test(`${total} creates of one caller wait or get 503 and store nothing; others are answered`, async () => {
  const { url, databaseUrl, tokenFor, post, rows, send } = await startStore();
  const token = await tokenFor('plants:write');
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  onTestFinished(() => agent.destroy());
  const other = new SqliteConnection(databaseUrl.slice('file:'.length));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  setLockWait(anHour);

  const ids = Array.from({ length: total }, (_, index) => index + 1);
  const answers = ids.map((id) => create(url, token, agent, id));
  let waiting = total;
  for (const answer of answers) void answer.then(() => waiting--);
  const memoryBefore = process.memoryUsage().rss;
  // The server refuses requests while the lock is held; the accepted requests wait for the lock.
  await expect.poll(() => waiting).toBe(oneCallerMax);
  for (const path of ['/healthz', '/readyz']) expect((await send(path)).status).toBe(200);
  const readAs = async (headers: Record<string, string>) => (await send('/plants', { headers })).status;
  // Another caller on the same network has the same limit.
  expect([await readAs({}), await readAs({ 'x-forwarded-for': '203.0.113.7' })]).toEqual([503, 200]);
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(300 * 1024 * 1024);
  other.exec('COMMIT');

  const statuses = await Promise.all(answers);
  const refused = statuses.filter(({ status }) => status !== 200);
  expect(refused.length).toBe(total - oneCallerMax);
  for (const answer of refused)
    expect(answer).toEqual({ status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) });
  const stored = new Set((await rows('SELECT "id" FROM "plants"')).map(({ id }) => Number(id)));
  expect(ids.filter((id) => stored.has(id))).toEqual(
    ids.filter((_, index) => statuses[index]?.status === 200),
  );
  expect((await post({ id: total + 1, name: 'Fern' })).status).toBe(200);
});

test('writes of disconnected clients count in the limit and in the metric of waiting writes', async () => {
  const { url, db, databaseUrl, tokenFor, post, rows, send } = await startStore();
  const token = await tokenFor('plants:write');
  const agent = new Agent({ keepAlive: true });
  const other = new SqliteConnection(databaseUrl.slice('file:'.length));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  setLockWait(anHour);
  const metric = async (name: string) =>
    parseExposition(await (await send('/metrics')).text()).get(name)?.samples[0]?.value;

  const left = Array.from({ length: 100 }, (_, id) => create(url, token, agent, id).catch(() => 'left'));
  await expect.poll(() => db.monitor.queued()).toBe(100);
  agent.destroy();
  expect(new Set(await Promise.all(left))).toEqual(new Set(['left']));
  await expect.poll(() => metric('http_requests_in_flight')).toBe(1);
  expect(db.monitor.queued()).toBe(100);

  // The writes of many more such clients.
  const others = Array.from({ length: 9_900 }, (_, n) =>
    plants.create(db, { id: BigInt(100 + n), name: 'Fern' }),
  );
  const refused = await post({ id: -1, name: 'Fern' });
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    {
      error: 50300,
      message: 'the database is overloaded; nothing was stored, try again in a second',
    },
  ]);
  expect((await send('/readyz')).status).toBe(503);
  expect(await metric('plant_store_writes_shed_total')).toBe(1);
  expect(await metric('http_requests_shed_total')).toBe(0);
  other.exec('COMMIT');
  await Promise.all(others);
  expect(await rows('SELECT count(*) AS "n", min("id") AS "first" FROM "plants"')).toEqual([
    { n: 10_000n, first: 0n },
  ]);
});

function create(
  url: string,
  token: string,
  agent: Agent,
  id: number,
): Promise<{ status: number | undefined; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    request(`${url}/plants`, { method: 'POST', agent, headers }, (response) => {
      const { statusCode: status } = response;
      response
        .resume()
        .on('end', () => resolve({ status, retryAfter: response.headers['retry-after'] }))
        .on('error', reject);
    })
      .on('error', reject)
      .end(JSON.stringify({ id, name: 'Fern' }));
  });
}
