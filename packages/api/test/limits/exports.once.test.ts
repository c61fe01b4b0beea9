import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { scopes } from '@plant-store/schema';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Store, shareStore, startStore } from '../store.ts';
import { progress } from './slow-clients.ts';

const count = 1_500;
const long = 'x'.repeat(10_000);

/** A store whose lists as files are larger than all buffers of a connection. */
async function bigStore(start = startStore, options: Parameters<typeof startStore>[0] = {}) {
  const store = await start(options);
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  await store.rows(`INSERT INTO plants (id, name, folded, added_at)
    ${numbers} SELECT i, '${long}', ' x', 1700000000000000 + i FROM n`);
  await store.rows(`INSERT INTO audit_entries (number, at, action, subject, hash)
    ${numbers} SELECT 1000 + i, 1700000000000000 + i, 'plants.create', '${long}', 'x' FROM n`);
  return store;
}

const sharedStore = shareStore((start) => bigStore(start));

const csv = { path: '/plants', accept: 'text/csv' };
type Asked = { path: string; accept: string; method?: string };

/** The head of an answer whose body is not read. */
async function unread(store: Store, token: string, { path, accept, method = 'GET' }: Asked) {
  const asked = request(store.url + path, {
    agent: false,
    method,
    headers: { authorization: `Bearer ${token}`, accept },
  }).end();
  onTestFinished(() => void asked.destroy());
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}

const many = (number: number, answer: () => Promise<IncomingMessage>) =>
  Promise.all(Array.from({ length: number }, answer));
const statuses = (answers: IncomingMessage[]) => answers.map(({ statusCode }) => statusCode);

test('32 files are sent at the same time; then another caller gets 503, and lists are answered', async () => {
  const store = await sharedStore();
  const callers = await Promise.all(Array.from({ length: 9 }, () => store.tokenFor('plants:read')));
  const [late = '', ...others] = callers;
  const files: IncomingMessage[] = [];
  for (const token of others) files.push(...(await many(4, () => unread(store, token, csv))));
  expect(new Set(statuses(files))).toEqual(new Set([200]));
  const headers = { authorization: `Bearer ${late}`, accept: 'text/csv' };
  const refused = await store.send('/plants', { headers });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    {
      error: 50300,
      message: expect.stringContaining('32 files are being sent, the maximum for all callers'),
    },
  ]);
  expect((await store.send('/plants?limit=5')).status).toBe(200);
  expect((await store.post({ id: -1, name: 'Fern' })).status).toBe(200);
  for (const file of files) file.destroy();
  for (let free = 1; free <= 4; free++)
    await expect.poll(async () => (await unread(store, late, csv)).statusCode).toBe(200);
});

test.for([
  csv,
  { path: '/plants', accept: 'application/x-ndjson' },
  { path: '/plants/export', accept: '*/*' },
  { path: '/audit', accept: 'text/csv' },
  { path: '/audit', accept: 'application/x-ndjson' },
  { path: '/audit/export', accept: 'application/x-ndjson' },
])(
  'a caller with four unread files of $path as $accept gets 503 for the fifth; others get theirs',
  async (asked) => {
    const store = await sharedStore();
    const token = await store.tokenFor(...scopes);
    expect(statuses(await many(4, () => unread(store, token, asked)))).toEqual([200, 200, 200, 200]);
    const headers = { authorization: `Bearer ${token}`, accept: asked.accept };
    const fifth = await store.send(asked.path, { headers });
    expect([fifth.status, fifth.headers.get('retry-after'), await fifth.json()]).toEqual([
      503,
      '5',
      {
        error: 50300,
        message: expect.stringMatching(
          /^4 files are being sent to "test \d+", the maximum for one caller; read/,
        ),
      },
    ]);
    expect((await unread(store, token, { ...asked, method: 'HEAD' })).statusCode).toBe(503);
    expect((await store.send('/imports/1/annotated', { headers })).status).toBe(503);
    // One page is no file of the whole list.
    expect((await store.send(`${asked.path}?limit=1`, { headers })).status).toBe(200);
    expect((await unread(store, await store.tokenFor(...scopes), asked)).statusCode).toBe(200);
  },
);

test('a client that disconnects during an export gives its place back', async () => {
  const store = await sharedStore();
  const token = await store.tokenFor('plants:read');
  const [first] = await many(4, () => unread(store, token, csv));
  expect((await unread(store, token, csv)).statusCode).toBe(503);
  first?.destroy();
  await expect.poll(async () => (await unread(store, token, csv)).statusCode).toBe(200);
  expect((await unread(store, token, csv)).statusCode).toBe(503);
});

test('exports in one connection without a wait give their places back when it ends', async () => {
  const store = await sharedStore();
  const token = await store.tokenFor('plants:read');
  const refusedExports = async () =>
    (await progress(store, { routes: 'token', bound: 'caller', of: 'exports' })).refused;
  const before = await refusedExports();
  const { hostname, port } = new URL(store.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const line = `GET /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nAccept: text/csv\r\n\r\n`;
  socket.pause().write(line.repeat(6));
  await expect.poll(async () => (await refusedExports()) - before).toBe(2);
  socket.destroy();
  await expect
    .poll(async () => statuses(await many(4, () => unread(store, token, csv))))
    .toEqual([200, 200, 200, 200]);
});

test('a client that never reads its export loses its connection and its place', async () => {
  const store = await bigStore(startStore, { readerTimeoutMs: 200 });
  const token = await store.tokenFor('plants:read');
  await many(4, () => unread(store, token, csv));
  const connections = promisify(store.server.getConnections.bind(store.server));
  await expect.poll(() => connections()).toBe(0);
  expect(statuses(await many(4, () => unread(store, token, csv)))).toEqual([200, 200, 200, 200]);
});

test('ended exports leave no trace: a caller gets one after the other', async () => {
  const store = await startStore();
  for (let file = 0; file < 12; file++) {
    const answer = await store.send('/plants', { headers: { accept: 'text/csv' } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('id,name,tag')]);
  }
});

test('a client that does not read costs no further reads', async () => {
  const store = await sharedStore();
  const page = vi.spyOn(store.db.search, 'page');
  const answer = await unread(store, await store.tokenFor('plants:read'), csv);
  const whole = await store.send('/plants', { headers: { accept: 'text/csv' } });
  expect((await whole.text()).length).toBeGreaterThan(count * long.length);
  // Each file has eight pages of 2 MB. By now the server could have read all pages of both.
  expect(page.mock.calls.length).toBeLessThan(8 + 6);
  let length = 0;
  for await (const chunk of answer) length += (chunk as Buffer).length;
  expect(length).toBeGreaterThan(count * long.length);
  expect(page).toHaveBeenCalledTimes(16);
});
