import { expect, test } from 'vitest';
import { auditLog, bulk, type Database, invitations, people, plants, trash } from '../../src/index.ts';
import { emptyStore, open } from '../store.ts';
import { isOnPostgresql } from '../testing.ts';

const by = { source: { requestId: 'aaaaaaaa', address: '192.0.2.7' } };

/** The entries of a store's audit log, oldest first. */
async function told(db: Database) {
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 200 });
  return entries.toReversed().map(({ action, subject }) => `${action} ${subject}`);
}

test('an audit entry has the action, the time and the source of the request', async () => {
  const { db } = await emptyStore();
  const begun = Date.now();
  await plants.create(db, { id: 7n, name: 'Fern' }, by);
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 9 });
  expect(entries).toEqual([
    {
      number: 1n,
      at: expect.any(Date),
      action: 'plants.create',
      by: undefined,
      subject: '7',
      requestId: 'aaaaaaaa',
      address: '192.0.2.7',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(Math.abs(Number(entries[0]?.at) - begun)).toBeLessThan(60_000);
});

test('a write without an effect is not recorded, such as for a taken id or a missing plant', async () => {
  const { db } = await emptyStore();
  const once = { key: 'k', hash: 'h', onReplay: () => undefined };
  await plants.create(db, { id: 7n, name: 'Fern' }, { ...by, idempotencyKey: once });
  await plants.create(db, { id: 7n, name: 'Fern' }, { ...by, idempotencyKey: once });
  await expect(plants.create(db, { id: 7n, name: 'Moss' })).rejects.toThrow('taken');
  await expect(
    plants.create(db, { id: 7n, name: 'Moss' }, { idempotencyKey: { ...once, key: 'l' } }),
  ).rejects.toThrow('taken');
  await plants.update(db, { id: 7n, name: 'Fern' });
  await plants.replace(db, { id: 7n, name: 'Fern' });
  await expect(plants.remove(db, 8n)).rejects.toThrow('8');
  await expect(trash.restore(db, 8n)).rejects.toThrow('8');
  const selection = { ids: [7n], count: 2 };
  await expect(bulk.remove(db, selection)).rejects.toThrow('not 2');
  expect(await told(db)).toEqual(['plants.create 7']);
});

test('setting the same role or state a second time is not recorded', async () => {
  const { db } = await emptyStore();
  const account = { name: 'Ann', email: 'ann@example.com', passwordHash: 'h' };
  await people.createOwner(db, account, by);
  const owner = await people.find(db, (await people.list(db))[0]?.id ?? '');
  const ann = { ...by, actorId: owner?.actorId ?? 0n };
  const { code } = await invitations.create(db, { role: 'clerk', note: 'Ben' }, ann);
  const ben = { ...account, name: 'Ben', email: 'ben@example.com' };
  const { id } = await invitations.accept(db, code, ben, by.source);
  const before = await told(db);
  for (let times = 0; times < 2; times++) await people.setRole(db, id, 'viewer', ann);
  for (let times = 0; times < 2; times++) await people.deactivate(db, id, ann);
  for (let times = 0; times < 2; times++) await people.reactivate(db, id, ann);
  expect((await told(db)).slice(before.length)).toEqual([
    'people.setRole Ben (ben@example.com): viewer',
    'people.deactivate Ben (ben@example.com)',
    'people.reactivate Ben (ben@example.com)',
  ]);
});

test('each way to change a plant records one entry', async () => {
  const { db } = await emptyStore();
  await plants.replace(db, { id: 7n, name: 'Fern' });
  await plants.replace(db, { id: 7n, name: 'Moss' });
  await plants.update(db, { id: 7n, tag: 'shade' });
  await plants.remove(db, 7n);
  await trash.restore(db, 7n);
  expect(await told(db)).toEqual([
    'plants.create 7',
    'plants.replace 7',
    'plants.update 7',
    'plants.delete 7',
    'plants.restore 7',
  ]);
});

test('concurrent writes of several processes get one number each, and the chain is valid', async () => {
  const { db, url } = await emptyStore();
  const other = await open(url);
  const count = 100;
  const chaining = isOnPostgresql ? [db, other] : [];
  await Promise.all([
    ...Array.from({ length: count }, (_, i) =>
      plants.create(i % 2 ? db : other, { id: BigInt(i), name: 'Fern' }),
    ),
    ...chaining.map(auditLog.chainPending),
    ...chaining.map(auditLog.chainPending),
  ]);
  const all = await told(db);
  expect(all.toSorted()).toEqual(Array.from({ length: count }, (_, i) => `plants.create ${i}`).toSorted());
  expect(await auditLog.verify(other)).toMatchObject({ entries: BigInt(count), waiting: 0n });
  expect((await auditLog.verify(db)).fault).toBeUndefined();
});

test('an audit subject with any characters is stored, cut to the maximum length', async () => {
  const { db } = await emptyStore();
  const odd = '\u2069"\'\\🌿';
  await auditLog.add(db, { action: 'tokens.create', subject: odd, by });
  // PostgreSQL refuses half of a surrogate pair, so the text is cut before it.
  await auditLog.add(db, { action: 'tokens.create', subject: `a${'🌿'.repeat(200)}`, by });
  expect(await told(db)).toEqual([`tokens.create ${odd}`, `tokens.create a${'🌿'.repeat(149)}\ufffd`]);
  expect((await auditLog.verify(db)).fault).toBeUndefined();
});

test('an invalid address is stored, cut to the maximum length', async () => {
  const { db } = await emptyStore();
  const address = `for=${'x'.repeat(16_000)}`;
  await plants.create(db, { id: 7n, name: 'Fern' }, { source: { address } });
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 1 });
  expect(entries[0]?.address).toBe(address.slice(0, 64));
});

test('chaining does not count as a write if no entry is pending', async () => {
  const { db } = await emptyStore();
  await plants.create(db, { id: 7n, name: 'Fern' });
  await auditLog.chainPending(db);
  let writes = 0;
  db.monitor.onCommit((count) => {
    writes += count;
  });
  expect(await auditLog.chainPending(db)).toBe(0);
  expect(writes).toBe(0);
});
