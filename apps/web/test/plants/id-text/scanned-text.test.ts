import { expect, test } from 'vitest';
import { scannedText, withoutScan } from '../../../src/plants/id-text/scanned-text.ts';

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
  ['4712', 4, ''],
  ['47114712', 8, '4711'],
  ['47124711', 4, '4711'],
  ['47471211', 6, '4711'],
  ['4712', 3, undefined],
  ['712', 3, undefined],
])('a field is known without the scan before its caret: %s at %i', (value, selectionStart, rest) => {
  expect(withoutScan({ value, selectionStart }, '4712')).toBe(rest);
});
