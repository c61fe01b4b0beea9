import { expect, test } from 'vitest';
import { hashAfter } from '../../src/audit/chain.ts';
import { auditLog, type Database, plants, tokens } from '../../src/index.ts';
import { emptyStore } from '../store.ts';
import { isOnPostgresql } from '../testing.ts';

const by = { actorId: 7n, source: { requestId: 'aaaaaaaa', address: '192.0.2.7' } };

/** A store with five audit entries, and a function that changes the log without its triggers. */
async function storeWithLog() {
  const { db, rows } = await emptyStore();
  await rows(`INSERT INTO actors (id, kind, name) VALUES (7, 'token', 'till')`);
  for (let id = 1n; id <= 5n; id++) await plants.create(db, { id, name: 'Fern' }, by);
  await auditLog.chainPending(db);
  async function tamper(...statements: string[]) {
    if (isOnPostgresql) await rows('ALTER TABLE audit_entries DISABLE TRIGGER USER');
    else
      for (const what of ['changed', 'removed'])
        await rows(`DROP TRIGGER IF EXISTS audit_entries_are_not_${what}`);
    for (const statement of statements) await rows(statement);
  }
  return { db, rows, tamper };
}

const faultIn = async (db: Database) => (await auditLog.verify(db)).fault;

test('an unchanged audit log is valid, even if it is empty or grows during the check', async () => {
  const { db, rows } = await storeWithLog();
  const last = await rows('SELECT hash FROM audit_entries WHERE number = 5');
  expect(await auditLog.verify(db)).toEqual({ entries: 5n, head: last[0]?.hash, waiting: 0n });
  let adding: Promise<unknown> | undefined;
  const onProgress = () => {
    adding ??= plants.create(db, { id: 6n, name: 'Fern' }).then(() => auditLog.chainPending(db));
  };
  expect(await auditLog.verify(db, { onProgress })).toEqual({
    entries: 5n,
    head: last[0]?.hash,
    waiting: 0n,
  });
  await adding;
  expect(await auditLog.verify(db)).toMatchObject({ entries: 6n, waiting: 0n });
  expect(await auditLog.verify((await emptyStore()).db)).toEqual({ entries: 0n, head: '', waiting: 0n });
});

const set = (change: string) => `UPDATE audit_entries SET ${change} WHERE number = 3`;
test.for([
  ['a time', [set('at = at + 1')], 'entry 3 was changed'],
  ['an action', [set(`action = 'plants.delete'`)], 'entry 3 was changed'],
  ['who did it', [set('actor_id = 8')], 'entry 3 was changed'],
  ['that somebody did it', [set('actor_id = NULL')], 'entry 3 was changed'],
  ['another actor name', [`UPDATE actors SET name = 'Vera' WHERE id = 7`], 'entry 1 was changed'],
  ['what kind of actor they are', [`UPDATE actors SET kind = 'person'`], 'entry 1 was changed'],
  ['who they are, removed', ['DELETE FROM actors'], 'entry 1 was changed'],
  ['what it was done to', [set(`subject = '4'`)], 'entry 3 was changed'],
  ['a request id', [set(`request_id = 'bbbbbbbb'`)], 'entry 3 was changed'],
  ['an address', [set(`address = '192.0.2.8'`)], 'entry 3 was changed'],
  ['a hash', [set(`hash = 'aa'`)], 'entry 3 was changed'],
  ['a text moved into another field', [set('address = NULL, subject = address')], 'entry 3 was changed'],
  ['one entry, removed', ['DELETE FROM audit_entries WHERE number = 3'], 'entry 3 is missing'],
  ['the first, removed', ['DELETE FROM audit_entries WHERE number = 1'], 'entry 1 is missing'],
  ['two, removed', ['DELETE FROM audit_entries WHERE number IN (2, 3)'], 'entries 2 to 3 are missing'],
  ['the last, removed', ['DELETE FROM audit_entries WHERE number = 5'], 'the last entry, 5, is missing'],
  [
    'the last two entries removed',
    ['DELETE FROM audit_entries WHERE number > 3'],
    'the last 2 entries, from 4 on, are missing',
  ],
  ['all, removed', ['DELETE FROM audit_entries'], 'the last 5 entries, from 1 on, are missing'],
  [
    'one entry removed and the others renumbered',
    ['DELETE FROM audit_entries WHERE number = 3', 'UPDATE audit_entries SET number = 3 WHERE number = 4'],
    'entry 3 was changed',
  ],
  [
    'two entries exchanged',
    [
      'UPDATE audit_entries SET number = 9 WHERE number = 2',
      'UPDATE audit_entries SET number = 2 WHERE number = 3',
      'UPDATE audit_entries SET number = 3 WHERE number = 9',
    ],
    'entry 2 was changed',
  ],
  [
    'an entry added at the end',
    [`INSERT INTO audit_entries (number, at, action, hash) VALUES (6, 1, 'plants.create', 'aa')`],
    'entry 6 was not added by the store',
  ],
  [
    'an entry added before the first',
    [`INSERT INTO audit_entries (number, at, action, hash) VALUES (0, 1, 'plants.create', 'aa')`],
    'entry 0 was not added by the store',
  ],
  ['the stored head removed', ['DELETE FROM audit_head'], 'entry 1 was not added by the store'],
  [
    'the stored head changed',
    [`UPDATE audit_head SET hash = 'aa'`],
    'the hash of entry 5 is not the recorded one',
  ],
] as const)('verify reports: %s', async ([_, statements, fault]) => {
  const { db, tamper } = await storeWithLog();
  await tamper(...statements);
  expect(await faultIn(db)).toBe(fault);
});

/** An entry of another program. */
const invented = {
  at: 1n,
  action: 'plants.create',
  actorId: null,
  actorKind: null,
  actorName: null,
  subject: null,
  requestId: null,
  address: null,
};

test('a rewritten audit log is valid, but does not contain a hash that was kept elsewhere', async () => {
  const { db, rows, tamper } = await storeWithLog();
  const { head: known } = await auditLog.verify(db);
  const [before] = await rows('SELECT hash FROM audit_entries WHERE number = 4');
  const forged = hashAfter(String(before?.hash), invented);
  await tamper(
    'DELETE FROM audit_entries WHERE number = 5',
    `INSERT INTO audit_entries (number, at, action, hash) VALUES (5, 1, 'plants.create', '${forged}')`,
    `UPDATE audit_head SET hash = '${forged}'`,
  );
  expect(await faultIn(db)).toBeUndefined();
  expect((await auditLog.verify(db, { known })).knownAt).toBeUndefined();
  expect((await auditLog.verify(db, { known: String(before?.hash) })).knownAt).toBe(4n);
});

test('verify reports an audit log without entries, and a log without a table', async () => {
  const { db, tamper } = await storeWithLog();
  await tamper('DELETE FROM audit_entries', 'DELETE FROM audit_head');
  expect(await faultIn(db)).toBeUndefined();
  await tokens.create(db, { name: 'till', scopes: ['plants:read'] });
  // A pending entry is not missing.
  expect(await faultIn(db)).toBeUndefined();
  await auditLog.chainPending(db);
  await tamper('DELETE FROM audit_entries', 'DELETE FROM audit_head');
  expect(await faultIn(db)).toMatch(/^it is empty, although the store has tokens/);
  await tamper('DROP TABLE audit_entries');
  expect(await faultIn(db)).toBe('one of its tables is missing');
});

test('verify reports a changed entry with a correct hash at the next entry', async () => {
  const { db, rows, tamper } = await storeWithLog();
  const [before] = await rows('SELECT hash FROM audit_entries WHERE number = 2');
  const forged = hashAfter(String(before?.hash), { ...invented, subject: '8' });
  await tamper(
    `UPDATE audit_entries SET at = 1, actor_id = NULL, subject = '8', request_id = NULL, address = NULL,
      hash = '${forged}' WHERE number = 3`,
  );
  expect(await faultIn(db)).toBe('entry 4 was changed');
});

test.skipIf(isOnPostgresql)(
  'verify reports a duplicate entry at any place of a table without a key',
  async () => {
    const { db, rows, tamper } = await storeWithLog();
    const count = 5_010;
    await Promise.all(
      Array.from({ length: count - 5 }, () => auditLog.add(db, { action: 'plants.purge', by })),
    );
    await tamper('CREATE TABLE meddled AS SELECT * FROM audit_entries', 'DROP TABLE audit_entries');
    await rows('ALTER TABLE meddled RENAME TO audit_entries');
    const twice = async (number: number) => {
      await rows(`INSERT INTO audit_entries SELECT * FROM audit_entries WHERE number = ${number}`);
      const fault = await faultIn(db);
      await rows(`DELETE FROM audit_entries WHERE rowid = (SELECT max(rowid) FROM audit_entries)`);
      return fault;
    };
    expect(await faultIn(db)).toBeUndefined();
    expect(await twice(5)).toBe('entry 5 was changed');
    // The tested entries are the last of the first piece, the first of the second piece, and the last of the log.
    expect([await twice(5_000), await twice(5_001), await twice(count)]).toEqual([
      `there are ${count + 1} entries in ${count} places`,
      'entry 5001 was changed',
      'entry 5010 was changed',
    ]);
  },
);

test('chaining stops with an explanation after an entry of another program', async () => {
  const { db, rows } = await storeWithLog();
  await rows(`INSERT INTO audit_entries (number, at, action, hash) VALUES (6, 1, 'plants.create', 'aa')`);
  const write = async () => {
    await plants.create(db, { id: 6n, name: 'Fern' });
    await auditLog.chainPending(db);
  };
  await expect(write()).rejects.toMatchObject(
    isOnPostgresql
      ? { code: '23505' }
      : { code: 'unavailable', message: expect.stringContaining('run "npm run audit -- verify"') },
  );
  expect(await plants.get(db, 6n)).toEqual(isOnPostgresql ? { id: 6n, name: 'Fern' } : undefined);
});

test('the database refuses to change or remove an entry', async () => {
  const { db, rows } = await storeWithLog();
  for (const statement of [
    `UPDATE audit_entries SET subject = '8' WHERE number = 2`,
    'DELETE FROM audit_entries WHERE number = 2',
    'DELETE FROM audit_entries',
    ...(isOnPostgresql ? ['TRUNCATE audit_entries'] : []),
  ])
    await expect(rows(statement), statement).rejects.toThrow('the audit log is only added to');
  expect(await faultIn(db)).toBeUndefined();
});
