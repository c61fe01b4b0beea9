import { expect, test } from 'vitest';
import { receiptCounts, undoneText } from '../src/receipts/receipt-text.ts';

const undone = { receipt: 1n, created: 0, updated: 0, deleted: 0, leftCount: 0, left: [] };

test('what was undone is told, and how many plants were left alone', () => {
  expect(undoneText({ ...undone, updated: 2, deleted: 1_000, leftCount: 1 })).toBe(
    'Undone: 2 plants as before and 1,000 plants moved to the trash. 1 plant was left alone, as it has changed since.',
  );
  expect(undoneText(undone)).toBe('There was nothing to undo.');
});

test('only what happened to any plant is counted', () => {
  const receipt = { id: 1n, kind: 'import' as const, at: '', rows: 3, skipped: 0, failed: 1, deleted: 0 };
  expect(receiptCounts({ ...receipt, created: 2, updated: 0 })).toBe('2 added and 1 not acceptable');
  expect(receiptCounts({ ...receipt, created: 0, updated: 0, failed: 0 })).toBe('Nothing was changed');
  expect(receiptCounts({ ...receipt, kind: 'undo', created: 2, updated: 0, skipped: 1, failed: 0 })).toBe(
    '2 put back and 1 left alone',
  );
});
