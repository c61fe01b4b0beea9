import { expect, test } from 'vitest';
import {
  hasChanged,
  isFileKept,
  receiptCounts,
  receiptTitle,
} from '../../../src/plants/activity/receipt-text.ts';
import { undoneText } from '../../../src/plants/activity/undone-text.ts';
import { attributeText } from '../../../src/ui/text/isolated.ts';

const undone = { receipt: 1n, created: 0, updated: 0, deleted: 0, leftCount: 0, left: [] };

test('the message of an undo counts changed and skipped plants', () => {
  expect(undoneText({ ...undone, updated: 2, deleted: 1_000, leftCount: 1 })).toBe(
    'Undone: 2 plants changed back and 1,000 plants moved to the trash. 1 plant was left alone because it changed since.',
  );
  expect(undoneText(undone)).toBe('Nothing to undo.');
});

test('the counts of a receipt leave out zeros', () => {
  const receipt = { id: 1n, kind: 'import' as const, at: '', rows: 3, skipped: 0, failed: 1, deleted: 0 };
  expect(receiptCounts({ ...receipt, created: 2, updated: 0 })).toBe('2 added and 1 with errors');
  expect(receiptCounts({ ...receipt, created: 0, updated: 0, failed: 0 })).toBe('No plants changed');
  expect(receiptCounts({ ...receipt, kind: 'undo', created: 2_158, updated: 0, skipped: 1, failed: 0 })).toBe(
    '2,158 restored and 1 left alone',
  );
});

test('the title of an undo names the change that it undid or redid', () => {
  const file = { kind: 'import' as const, file: 'spring.csv' };
  const [undo, deletion] = [{ kind: 'undo' as const }, { kind: 'delete' as const }];
  expect(attributeText(receiptTitle(undo, file))).toBe('Undid "Import of spring.csv"');
  expect(receiptTitle(undo, deletion)).toBe('Undid "Deleted plants"');
  expect(receiptTitle(undo, undo, deletion)).toBe('Redid "Deleted plants"');
  expect(receiptTitle(undo, undo, undo)).toBe('Redid a change');
  expect(receiptTitle(undo, undo)).toBe('Redid a change');
  expect(receiptTitle(undo)).toBe('Undid a change');
});

test('a receipt without changes has nothing to undo', () => {
  const nothing = { id: 1n, kind: 'import' as const, at: '', rows: 2, skipped: 1, failed: 1 };
  expect(hasChanged({ ...nothing, created: 0, updated: 0, deleted: 0 })).toBe(false);
  expect(hasChanged({ ...nothing, created: 0, updated: 0, deleted: 1 })).toBe(true);
});

test('the annotated file of an import is kept for seven days', () => {
  const at = '2026-03-01T12:00:00.000Z';
  expect(isFileKept({ kind: 'import', at }, Date.parse('2026-03-08T11:59:59.000Z'))).toBe(true);
  expect(isFileKept({ kind: 'import', at }, Date.parse('2026-03-08T12:00:00.000Z'))).toBe(false);
  expect(isFileKept({ kind: 'edit', at }, Date.parse(at))).toBe(false);
});
