/** The text of a number in a workbook, as exact as possible. */
export function numberCellText(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw;
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  // A spreadsheet shows 15 digits. Further digits are rounding errors of binary fractions.
  const shown = Number(value.toPrecision(15));
  // A larger number has lost its last digits, so the reader of files refuses its raw text.
  return Number.isSafeInteger(shown) || !Number.isInteger(shown) ? decimalText(shown) : raw.toUpperCase();
}

const decimalText = (value: number) => (Object.is(value, -0) ? '0' : String(value));

const dayMs = 86_400_000;

/** The text of a date in a workbook: `2026-11-23`, with a time if the date has one, or only a time. */
export function dateCellText(raw: string, is1904: boolean): string {
  const serial = Number(raw);
  // Day 2,958,466 is after the year 9999, so it is a number, not a date.
  if (raw.trim() === '' || !(serial >= 0 && serial < 2_958_466)) return numberCellText(raw);
  const days = is1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  const [date = '', time = ''] = new Date(Math.round(((days - 25_569) * dayMs) / 1000) * 1000)
    .toISOString()
    .split(/[T.]/);
  if (serial < 1 && serial > 0) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** The index of a column by its letters, from 0: `AB` is 27. */
export const columnIndex = (reference: string): number =>
  [...(/^[A-Z]*/i.exec(reference)?.[0].toUpperCase() ?? '')].reduce(
    (index, one) => index * 26 + one.charCodeAt(0) - 64,
    0,
  ) - 1;
