import { auditLog, type Database } from '@plant-store/db';
import { expect, test } from 'vitest';
import { startWithCallers } from '../../owasp/callers.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { told } from './told.ts';

test('refusals of unknown callers do not displace refusals for missing scopes and wrong passwords', async () => {
  const { url, db, token, person } = await startWithCallers();
  const strangers = Array.from({ length: 130 }, (_, i) =>
    fetch(`${url}/plants`, { headers: { authorization: 'Bearer x', 'x-forwarded-for': `192.0.2.${i}` } }),
  );
  await Promise.all(strangers);
  await fetch(`${url}/audit`, { headers: token['plants:read'] });
  const login = person.viewer.email;
  await expect(trpcClient(url, {}).session.signIn.mutate({ login, password: 'x' })).rejects.toThrow();
  const others = async () =>
    (await told(db)).map(({ action }) => action).filter((action) => /^refusals\.s/.test(action));
  await expect.poll(others).toEqual(['refusals.scope', 'refusals.signIn']);
});

test('unknown callers cannot fill the disk, as few refusals per minute are recorded', async () => {
  const { url, db } = await startStore();
  const count = 200;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      fetch(`${url}/plants`, { headers: { authorization: 'Bearer x', 'x-forwarded-for': `192.0.2.${i}` } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  await expect
    .poll(async () => (await told(db)).filter(({ action }) => action === 'refusals.unknownToken').length)
    .toBe(60);
});

test('a failure to record a refusal is logged, and the caller still gets the refusal', async () => {
  const lines: string[] = [];
  const seen = (db: Database) =>
    Object.create(db, { transact: { value: () => Promise.reject(new Error('no disk')) } }) as Database;
  const { url } = await startStore({
    seen,
    logger: { stream: { write: (line: string) => void lines.push(line) } },
  });
  expect((await fetch(`${url}/plants`, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  await expect.poll(() => lines.join('')).toContain('could not be written to the audit log');
});

test('GET /audit has pages for owners, by topic, text and time; an impossible filter is an error', async () => {
  const { db, send, post, url, tokenFor } = await startStore();
  for (let id = 1; id <= 3; id++) await post({ id, name: 'Fern' });
  await auditLog.chainPending(db);
  const read = async (query: string) => {
    const answer = await send(`/audit?${query}`);
    expect(answer.status).toBe(200);
    return {
      answer,
      entries: (await answer.json()) as { action: string; subject: string; number: number }[],
    };
  };
  const { answer, entries } = await read('about=plants&limit=2');
  expect(entries.map(({ subject }) => subject)).toEqual(['3', '2']);
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
  expect(await (await send(next)).json()).toMatchObject([
    { action: 'plants.create', subject: '1', by: { kind: 'token' } },
  ]);
  expect((await read('q=tokens.create')).entries).toHaveLength(1);
  expect((await read(`since=${new Date(Date.now() + 60_000).toISOString()}`)).entries).toEqual([]);
  for (const [query, said] of [
    [
      'about=plant',
      'about must be one of plants, tokens, people, webhooks, sessions, store, refusals, or one action of them, such as tokens.revoke',
    ],
    ['since=yesterday', 'since must be a day, such as 2026-01-31, or a time with its zone'],
    [`q=${'x'.repeat(201)}`, 'q must be at most 200 characters'],
    ['cursor=abc', 'cursor is not valid for this list'],
  ] as const) {
    const wrong = await send(`/audit?${query}`);
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(said)]);
  }
  const headers = { authorization: `Bearer ${await tokenFor('plants:read', 'tokens')}` };
  expect((await fetch(`${url}/audit`, { headers })).status).toBe(403);
});

test('an invalid audit entry does not hide other entries', async () => {
  const { db, rows, send, post } = await startStore();
  await post({ id: 1, name: 'Fern' });
  await auditLog.chainPending(db);
  const [{ last } = {}] = await rows('SELECT max(number) AS last FROM audit_entries');
  await rows(
    `INSERT INTO audit_entries (number, at, action, hash) VALUES (${BigInt(String(last)) + 1n}, ${2n ** 62n}, 'x.y', 'aa')`,
  );
  const answer = await send('/audit');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.arrayContaining([
      expect.objectContaining({ action: 'x.y', at: '1970-01-01T00:00:00.000Z' }),
      expect.objectContaining({ action: 'plants.create' }),
    ]),
  ]);
});

test('GET /audit as a file has all entries, and no formula for a spreadsheet', async () => {
  const { url, db, send, post, tokenFor } = await startStore();
  const admin = trpcClient(url, await tokenFor('admin'));
  await admin.invitations.create.mutate({ role: 'viewer', note: '=cmd|"/c calc"!A1' });
  for (let id = 1; id <= 3; id++) await post({ id, name: 'Fern' });
  const all = await told(db);
  const csv = await send('/audit', { headers: { accept: 'text/csv' } });
  expect(csv.headers.get('content-disposition')).toMatch(
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const lines = (await csv.text()).trimEnd().split('\r\n');
  expect(lines[0]).toBe('number,at,action,by,kind,email,actor,subject,address,requestId,hash');
  expect(lines).toHaveLength(all.length + 1);
  const made = all.find(({ subject }) => subject?.startsWith('=cmd'));
  expect(lines.find((line) => line.startsWith(`${made?.number},`))).toContain(
    `"'=cmd|""/c calc""!A1: viewer"`,
  );
  const ndjson = await send('/audit/export?about=plants', { headers: { accept: 'application/x-ndjson' } });
  const entries = (await ndjson.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ subject }) => subject)).toEqual(['3', '2', '1']);
});
