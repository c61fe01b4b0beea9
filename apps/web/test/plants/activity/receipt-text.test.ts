import { expect, test } from 'vitest';
import {
  hasChanged,
  isFileKept,
  receiptCounts,
  receiptTitle,
} from '../../../src/plants/activity/receipt-text.ts';
import { undoneText } from '../../../src/plants/activity/use-undo.tsx';
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
  const name = { at: '', created: 0 };
  const file = { ...name, kind: 'import' as const, file: 'spring.csv' };
  const undo = { ...name, kind: 'undo' as const };
  const undid = { ...name, kind: 'delete' as const };
  expect(attributeText(receiptTitle(undo, { undid: file }))).toBe('Undid “Import of spring.csv”');
  expect(receiptTitle(undo, { undid })).toBe('Undid “Deleted plants”');
  expect(receiptTitle(undo, { undid: undo, redid: undid })).toBe('Redid “Deleted plants”');
  expect(receiptTitle(undo, { undid: undo, redid: undo })).toBe('Redid a change');
  expect(receiptTitle(undo, { undid: undo })).toBe('Redid a change');
  expect(receiptTitle(undo)).toBe('Undid a change');
});

test('single additions are named by their number and hour, in the zone of the reader', () => {
  const at = new Date(2026, 10, 3, 9, 59, 59).toISOString();
  const additions = { kind: 'additions' as const, at, created: 1_050 };
  expect(receiptTitle(additions)).toBe('Added 1,050 plants, 9:00 to 10:00');
  const late = { ...additions, at: '2026-11-03T23:00:00.000Z', created: 1 };
  expect(receiptTitle(late, { isHere: false })).toBe('Added 1 plant, 23:00 to 0:00 UTC');
  const undo = { kind: 'undo' as const, at, created: 0 };
  expect(receiptTitle(undo, { undid: { ...additions, created: 1 } })).toBe(
    'Undid “Added 1 plant, 9:00 to 10:00”',
  );
  expect(receiptTitle(undo, { undid: late, isHere: false })).toBe('Undid “Added 1 plant, 23:00 to 0:00 UTC”');
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
