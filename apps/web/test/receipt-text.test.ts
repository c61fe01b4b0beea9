import { expect, test } from 'vitest';
import {
  hasChanged,
  isFileKept,
  receiptCounts,
  receiptTitle,
  undoneText,
} from '../src/receipts/receipt-text.ts';

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

test('an undoing says what it undid', () => {
  const file = { kind: 'import' as const, file: 'spring.csv' };
  expect(receiptTitle({ kind: 'undo' }, file)).toBe('Undone: Import of spring.csv');
  expect(receiptTitle({ kind: 'undo' }, { kind: 'undo' })).toBe('Undone: an undoing');
  expect(receiptTitle({ kind: 'undo' })).toBe('Undone');
});

test('what changed nothing has nothing to undo', () => {
  const nothing = { id: 1n, kind: 'import' as const, at: '', rows: 2, skipped: 1, failed: 1 };
  expect(hasChanged({ ...nothing, created: 0, updated: 0, deleted: 0 })).toBe(false);
  expect(hasChanged({ ...nothing, created: 0, updated: 0, deleted: 1 })).toBe(true);
});

test('the file of an import is there for seven days', () => {
  const at = '2026-03-01T12:00:00.000Z';
  expect(isFileKept({ kind: 'import', at }, Date.parse('2026-03-08T11:59:59.000Z'))).toBe(true);
  expect(isFileKept({ kind: 'import', at }, Date.parse('2026-03-08T12:00:00.000Z'))).toBe(false);
  expect(isFileKept({ kind: 'edit', at }, Date.parse(at))).toBe(false);
});
