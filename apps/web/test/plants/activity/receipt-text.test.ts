import { expect, test } from 'vitest';
import {
  additionsTitle,
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

test('single additions are named by their number and hour, in the zone of the reader', () => {
  const [from, to] = [9, 10].map((hour) => new Date(2026, 10, 3, hour).toISOString()) as [string, string];
  expect(additionsTitle({ count: 1_050, from, to }, true)).toBe('Added 1,050 plants, 9:00 to 10:00');
  const late = { count: 1, from: '2026-11-03T23:00:00.000Z', to: '2026-11-04T00:00:00.000Z' };
  expect(additionsTitle(late, false)).toBe('Added 1 plant, 23:00 to 0:00 UTC');
  expect(receiptTitle({ kind: 'undo' }, 'Added 1 plant')).toBe('Undid "Added 1 plant"');
  expect(receiptTitle({ kind: 'undo' }, { kind: 'undo' }, 'Added 1 plant')).toBe('Redid "Added 1 plant"');
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
