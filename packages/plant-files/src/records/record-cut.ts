import { type Cut, cutQuotedRecord, type QuoteEscape } from './quoted-record.ts';
import { cellMax } from './records.ts';

/** A record with `\"` is read with doubled marks, and with backslashes if that fails: `"12\"",pot` may be both. */
export function cutRecord(
  text: string,
  start: number,
  isLast: boolean,
  dialect: { delimiter: string; newline: string },
  quoteEscape: QuoteEscape | undefined,
  markedEnd: number,
): Cut {
  const cut = cutQuotedRecord(text, start, isLast, dialect, quoteEscape ?? 'doubled', markedEnd);
  if (quoteEscape !== undefined) return cut;
  const isShort = (one: Cut) => endOf(one, text) - start <= cellMax;
  if ('openCell' in cut ? isShort(cut) : 'cells' in cut && !cut.isMarked && isShort(cut)) return cut;
  if (!text.slice(start, endOf(cut, text) + 1).includes('\\"')) return cut;
  const other = cutQuotedRecord(text, start, isLast, dialect, 'backslash', start);
  return 'fault' in other || !isShort(other) ? cut : other;
}

const endOf = (cut: Cut, text: string): number =>
  'openCell' in cut ? text.length : 'cells' in cut ? cut.end : cut.at;
