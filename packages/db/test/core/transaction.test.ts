import { StoreError } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { recordWithin } from '../../src/audit/record.ts';
import { auditLog } from '../../src/index.ts';
import { newStore } from '../store.ts';

const actor = (id: bigint, name = 'till') => ({ id, kind: 'token', name });
const max = 2n ** 63n - 1n;

test('Prisma Client stores all values, including int64, and another process reads them', async () => {
  const { db, rows } = await newStore();
  await db.prisma.actor.create({ data: actor(max, 'Pūhā') });
  await db.prisma.actor.createMany({ data: [actor(-max), actor(0n)] });
  expect(await db.prisma.actor.findMany({ orderBy: { id: 'asc' } })).toEqual([
    actor(-max),
    actor(0n),
    actor(max, 'Pūhā'),
  ]);
  expect(await rows('SELECT count(*) AS n FROM "actors"')).toEqual([{ n: 3n }]);
});

test('bytes, times and empty fields are read as they were stored', async () => {
  const { db } = await newStore();
  const piece = { importId: 1n, kind: 'file', number: 2n, bytes: new Uint8Array([0, 255, 7]) };
  await db.prisma.importPiece.create({ data: piece });
  expect(await db.prisma.importPiece.findMany()).toEqual([piece]);
  await db.prisma.receipt.create({
    data: { id: 1n, kind: 'add', rows: 1n, created: 1n, updated: 0n, deleted: 0n, skipped: 0n, failed: 0n },
  });
  expect(await db.prisma.receipt.findUnique({ where: { id: 1n } })).toMatchObject({
    file: null,
    undoes: null,
  });
});

test('a duplicate row is refused with the error of Prisma, and no other row is lost', async () => {
  const { db } = await newStore();
  await db.prisma.actor.create({ data: actor(1n) });
  const outcomes = await Promise.allSettled(
    [1n, 2n].map((id) => db.prisma.actor.create({ data: actor(id) })),
  );
  expect(outcomes).toMatchObject([{ reason: { code: 'P2002' } }, { status: 'fulfilled' }]);
  expect(await db.prisma.actor.count()).toBe(2);
});

test('a transaction is stored as a whole, with its entry in the audit log', async () => {
  const { db } = await newStore();
  const result = await db.transaction(async (tx) => {
    await tx.actor.create({ data: actor(1n) });
    await tx.actor.updateMany({ where: { id: 1n }, data: { name: 'desk' } });
    await recordWithin(db, tx, { action: 'tokens.create', subject: 'desk', by: { actorId: 1n } });
    return tx.actor.findUnique({ where: { id: 1n } });
  });
  expect(result).toEqual(actor(1n, 'desk'));
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 1 });
  expect(entries).toMatchObject([{ action: 'tokens.create', by: { name: 'desk' } }]);
  expect(await auditLog.verify(db)).not.toHaveProperty('fault');
});

test('a failed transaction stores nothing, and its caller gets the unchanged error', async () => {
  const { db } = await newStore();
  const refusal = new StoreError('badRequest', 'not so');
  const outcome = db.transaction(async (tx) => {
    await tx.actor.create({ data: actor(1n) });
    await recordWithin(db, tx, { action: 'tokens.create', by: {} });
    throw refusal;
  });
  await expect(outcome).rejects.toBe(refusal);
  expect(await db.prisma.actor.count()).toBe(0);
  await auditLog.chainPending(db);
  expect((await auditLog.list(db, { filter: {}, limit: 1 })).entries).toEqual([]);
});

test('other readers do not see the writes of an open transaction', async () => {
  const { db } = await newStore();
  await db.transaction(async (tx) => {
    await tx.actor.create({ data: actor(1n) });
    expect(await tx.actor.count()).toBe(1);
    expect(await db.prisma.actor.count()).toBe(0);
  });
  expect(await db.prisma.actor.count()).toBe(1);
});

test('concurrent transactions that read and then write lose nothing', async () => {
  const { db } = await newStore();
  await db.prisma.actor.create({ data: actor(1n, '') });
  const takeTurn = () =>
    db.transaction(async (tx) => {
      // On PostgreSQL both transactions may read before one writes, unless a write locks the row.
      await tx.actor.updateMany({ where: { id: 1n }, data: { kind: 'person' } });
      const { name } = await tx.actor.findUniqueOrThrow({ where: { id: 1n } });
      await tx.actor.update({ where: { id: 1n }, data: { name: `${name}x` } });
    });
  await Promise.all(Array.from({ length: 20 }, takeTurn));
  expect((await db.prisma.actor.findFirst())?.name).toBe('x'.repeat(20));
});
