'use client';

import { useHydrated } from '../use-hydrated.ts';

// The words of the page are English, so its dates are too: the browser's language would mix two.
const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
const here = new Intl.DateTimeFormat('en-GB', style);
// The server does not know the reader's time zone, so until hydration the time is in UTC.
const there = new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' });

/** A date and time in the reader's time zone, such as `5 Nov 2026, 14:03`. */
export function When({ at }: { at: Date | string }) {
  const isHere = useHydrated();
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>{isHere ? here.format(date) : `${there.format(date)} UTC`}</time>
  );
}
