import { expect, onTestFinished, test, vi } from 'vitest';
import { markUndone } from '../../src/bulk/receipts.ts';
import { bulk, receipts } from '../../src/index.ts';
import { emptyStore, inTransaction } from '../store.ts';

const whole = { isPartial: false };
const named = (id: number) => ({ id: BigInt(id), name: `plant ${id}` });

test('receipts are listed page by page, the latest first', async () => {
  const { db } = await emptyStore();
  for (let n = 0; n < 5; n++) await bulk.add(db, [named(n)], whole);
  const found: bigint[] = [];
  let before: bigint | undefined;
  do {
    const page = await receipts.list(db, { limit: 2, before });
    found.push(...page.receipts.map(({ id }) => id));
    before = page.next;
  } while (before !== undefined);
  expect(found).toHaveLength(5);
  expect(found).toEqual([...found].sort((a, b) => Number(b - a)));
});

test('the time limit of an undo follows the clock of the database', async () => {
  const { db } = await emptyStore();
  const { receipt } = await bulk.add(db, [named(1)], whole);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await receipts.get(db, receipt)).undoableUntil).toMatch(/Z$/);
});

test('the undo of a receipt that was deleted just before reports notFound', async () => {
  const { db } = await emptyStore();
  const undone = inTransaction(db, () => markUndone(5n, 6n));
  await expect(undone).rejects.toMatchObject({ code: 'notFound' });
});
