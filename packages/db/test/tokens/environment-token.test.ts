import { expect, test } from 'vitest';
import { acceptEnvironmentToken, type Database, tokens } from '../../src/index.ts';
import { newStore, open } from '../store.ts';

const name = 'PLANT_STORE_TOKEN';
const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

/** Lets `count` callers go on together. */
function barrier(count: number) {
  let arrived = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (++arrived >= count) open();
    return opened;
  };
}

/** A handle whose first look-up of a token waits for those of the other handles. */
function meeting(db: Database, meet: () => Promise<void>): Database {
  let isFirst = true;
  const token = new Proxy(db.prisma.token, {
    get: (target, key) =>
      key === 'findUnique' && isFirst
        ? async (query: never) => {
            isFirst = false;
            const found = await target.findUnique(query);
            await meet();
            return found;
          }
        : Reflect.get(target, key),
  });
  const prisma = new Proxy(db.prisma, {
    get: (target, key) => (key === 'token' ? token : Reflect.get(target, key)),
  });
  return { ...db, prisma };
}

/**
 * Starts with these values on one store, each with its own handle. All look for the token before any of them writes. The
 * others write after the first, at the same moment.
 */
async function startTogether(url: string, values: string[]) {
  const meet = barrier(values.length);
  const started: Promise<unknown>[] = [];
  const handles = await Promise.all(values.map(() => open(url)));
  const starts = handles.map((db, index) => {
    const wait = async () => {
      await meet();
      if (index > 0) await started[0];
    };
    const outcome = acceptEnvironmentToken(meeting(db, wait), { name, value: values[index] as string });
    started.push(outcome);
    return outcome;
  });
  return Promise.all(starts);
}

const start = (db: Database, value: string) => acceptEnvironmentToken(db, { name, value });
const isActive = async (db: Database, value: string) => {
  const token = await tokens.find(db, value);
  return token !== undefined && tokens.isActive(token);
};
const accepted = { isAccepted: true };
const countTokens = `SELECT count(*) AS n FROM tokens`;

test('processes that start together in an empty store store one token, which works', async () => {
  const { db, url, rows } = await newStore();
  expect(await startTogether(url, [a, a, a, a])).toEqual(Array(4).fill(accepted));
  expect(await isActive(db, a)).toBe(true);
  expect(await rows(countTokens)).toEqual([{ n: 1n }]);
});

test('processes that start together with a changed value replace the former one once', async () => {
  const { db, url, rows } = await newStore();
  await start(db, a);
  expect(await startTogether(url, [b, b, b, b])).toEqual(Array(4).fill(accepted));
  expect([await isActive(db, a), await isActive(db, b)]).toEqual([false, true]);
  expect(await rows(countTokens)).toEqual([{ n: 2n }]);
});

test('of processes that start together with two values, only those with the stored value are accepted', async () => {
  const { db, url } = await newStore();
  const values = [a, b, a, b];
  const acceptances = await startTogether(url, values);
  const working = await Promise.all(values.map((value) => isActive(db, value)));
  expect(working.filter(Boolean).length).toBeGreaterThan(0);
  // A start that comes later replaces the value, as after a change of the setting.
  for (const [index, { isAccepted }] of acceptances.entries())
    if (!isAccepted) expect(working[index]).toBe(false);
  expect(await isActive(db, a)).not.toBe(await isActive(db, b));
});

/** The state that earlier versions left: a start has revoked the token that another start had just stored. */
async function revokedByStart(of = a) {
  const store = await newStore();
  await start(store.db, of);
  await tokens.revoke(store.db, { name });
  return store;
}

test('a token that a start revoked by mistake works again at the next start, with an audit entry', async () => {
  const { db, url, rows } = await revokedByStart();
  expect(await startTogether(url, [a, a, a])).toEqual(Array(3).fill(accepted));
  expect(await isActive(db, a)).toBe(true);
  const table = db.engine === 'sqlite' ? 'audit_entries' : 'audit_pending';
  const entries = await rows(`SELECT action, subject FROM ${table} WHERE action LIKE 'tokens.%'`);
  expect(entries.filter(({ action }) => action === 'tokens.restore')).toEqual([
    { action: 'tokens.restore', subject: name },
  ]);
});

test('a token that a start revoked by mistake after a change of the setting works again', async () => {
  const { db } = await newStore();
  for (const value of [a, b]) await start(db, value);
  await tokens.revoke(db, { name });
  expect(await start(db, b)).toEqual(accepted);
  expect(await start(db, a)).toMatchObject({ isAccepted: false, ended: { name } });
});

const stays = async (db: Database, value: string) => {
  expect(await start(db, value)).toMatchObject({
    isAccepted: false,
    ended: { name, revokedAt: expect.any(Date) },
  });
  expect(await isActive(db, value)).toBe(false);
};

test.each([
  ['a person', { actorId: 1n, source: { requestId: 'x', address: '192.0.2.7' } }],
  ['the token command', { source: { address: 'npm run token' } }],
])('a token that %s revoked stays revoked', async (_who, by) => {
  const { db } = await newStore();
  await start(db, a);
  await tokens.revoke(db, { name }, by);
  await stays(db, a);
});

test('a token that was restored and then revoked stays revoked', async () => {
  const { db } = await revokedByStart();
  await start(db, a);
  await tokens.revoke(db, { name });
  await stays(db, a);
});

test('a token that was revoked long after it was made, or without an audit entry, stays revoked', async () => {
  const { db, rows } = await newStore();
  await start(db, a);
  const table = db.engine === 'sqlite' ? 'audit_entries' : 'audit_pending';
  if (db.engine === 'sqlite') await rows('DROP TRIGGER audit_entries_are_not_changed');
  await rows(`UPDATE ${table} SET at = at - 5000001`);
  await tokens.revoke(db, { name });
  await stays(db, a);
  await rows(`UPDATE tokens SET revoked_us = NULL`);
  await start(db, c);
  await rows(`UPDATE tokens SET revoked_us = created_us + 1`);
  await stays(db, c);
});

test('a former value of the setting stays revoked while another value is in use', async () => {
  const { db } = await newStore();
  for (const value of [a, b]) await start(db, value);
  await stays(db, a);
  expect(await isActive(db, b)).toBe(true);
});
