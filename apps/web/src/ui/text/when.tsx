'use client';

import { useHydrated } from '../use-hydrated.ts';
import { onFirstUse } from './on-first-use.ts';
import styles from './when.module.css';

// The words of the page are English, so its dates are too: the browser's language would mix two.
const formats = (zone: { timeZone?: string }) => ({
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...zone }),
  time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...zone }),
});
const here = onFirstUse(() => formats({}));
// The server does not know the reader's time zone, so until hydration the time is in UTC.
const there = onFirstUse(() => formats({ timeZone: 'UTC' }));

/** In the reader's time zone, so not on the server: `14:03`, and `5 Nov 2026, 14:03`. */
export const timeText = (at: string): string => here().time.format(new Date(at));
export const exactText = (at: string): string => `${here().day.format(new Date(at))}, ${timeText(at)}`;

export type WhenProps = {
  at: Date | string;
  /** The time in the row above. If it is of the same day, the day is not shown again. */
  above?: Date | string | undefined;
  /** True if the time of day is of no use. */
  isDay?: boolean | undefined;
};

/** A date and time in the reader's time zone, such as `5 Nov 2026, 14:03`. */
export function When({ at, above, isDay = false }: WhenProps) {
  const isHere = useHydrated();
  const { day, time } = isHere ? here() : there();
  const date = new Date(at);
  const shown = day.format(date);
  const isSame = above !== undefined && day.format(new Date(above)) === shown;
  const text = isDay ? shown : `${shown}, `;
  return (
    <time dateTime={date.toISOString()}>
      {isSame ? <span className={styles.same}>{text}</span> : text}
      {!isDay && `${time.format(date)}${isHere ? '' : ' UTC'}`}
    </time>
  );
}
