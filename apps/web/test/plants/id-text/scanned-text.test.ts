import { expect, test } from 'vitest';
import { isScanEnd, scannedText } from '../../../src/plants/id-text/scanned-text.ts';

test.each([
  ['4711', '4711'],
  [']C14711', '4711'],
  [']Q3 4711', '4711'],
  [' \t4711\r\n', '4711'],
  ['\u00024711\u0003', '4711'],
  ['\u001d]e04711\u0004', '4711'],
  ['-5', '-5'],
  ['https://example.org/plants/7', 'https://example.org/plants/7'],
  [']C1', ']C1'],
  ['7 8', '7 8'],
  ['', ''],
])("only the scanner's additions are removed from a scan: %j", (scan, id) => {
  expect(scannedText(scan)).toBe(id);
});

test.each([
  ['Enter', false, true],
  ['j', true, true],
  ['M', true, true],
  ['d', true, true],
  ['j', false, false],
  ['c', true, false],
  ['Tab', false, false],
])('%s with Ctrl %s ends a scan: %s', (key, ctrlKey, isEnd) => {
  expect(isScanEnd({ key, ctrlKey })).toBe(isEnd);
});
