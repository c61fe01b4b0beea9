import { onFirstUse } from '../../ui/text/on-first-use.ts';

const dayMs = 24 * 60 * 60 * 1000;

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The Monday of an ISO 8601 week and of the next one, as days in UTC; `undefined` for an invalid week. */
export function daysOf(week: string): { first: string; next: string } | undefined {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(week) ?? [];
  if (year === undefined || number === undefined) return undefined;
  const monday = firstMonday(Number(year)) + (Number(number) - 1) * 7 * dayMs;
  const isOfYear = Number(number) >= 1 && monday < firstMonday(Number(year) + 1);
  return isOfYear ? { first: toDay(monday), next: toDay(monday + 7 * dayMs) } : undefined;
}

export function weekAfter(week: string): string {
  const [year = '', number = ''] = week.split('-W');
  const next = `${year}-W${String(Number(number) + 1).padStart(2, '0')}`;
  return daysOf(next) ? next : `${String(Number(year) + 1).padStart(4, '0')}-W01`;
}

const day = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** The Monday of a week, as a text. */
export const mondayText = (week: string): string => day().format(new Date(daysOf(week)?.first ?? 0));

export const weekText = (week: string): string => `Added in the week of ${mondayText(week)}`;

/** The first week of a year is the week with 4 January in it. */
function firstMonday(year: number): number {
  const fourth = new Date(Date.UTC(2000, 0, 4)).setUTCFullYear(year);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}
