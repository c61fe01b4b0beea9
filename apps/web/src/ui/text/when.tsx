'use client';

import { useHydrated } from '../use-hydrated.ts';

const here = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
// The server does not know the reader's time zone, so until hydration the time is in UTC.
const there = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A date and time in the reader's time zone. */
export function When({ at }: { at: string }) {
  const isHere = useHydrated();
  const date = new Date(at);
  return <time dateTime={at}>{isHere ? here.format(date) : `${there.format(date)} UTC`}</time>;
}
