import { weekAfter } from '../search/weeks.ts';

export type WeekCount = { week: string; count: number };

/** The number of weeks that are shown: half a year. */
const shownWeeks = 26;

/** The last 26 weeks, oldest first, including weeks without additions. */
export function lastWeeks(counts: readonly WeekCount[]): WeekCount[] {
  const [first] = counts;
  const last = counts.at(-1);
  if (!first || !last) return [];
  const known = new Map(counts.map(({ week, count }) => [week, count]));
  const weeks: WeekCount[] = [];
  for (let week = first.week; week <= last.week; week = weekAfter(week)) {
    weeks.push({ week, count: known.get(week) ?? 0 });
    if (weeks.length > shownWeeks) weeks.shift();
  }
  return weeks;
}

/** The length of a bar as a share of the longest bar. A count above 0 always has a visible bar. */
export const shareOf = (count: number, longest: number): number =>
  count === 0 ? 0 : Math.max(count / longest, 0.02);
