import { texts } from '../texts.ts';
import { onFirstUse } from './on-first-use.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** For example `2 min ago`; `undefined` after a day, when the time of day says more. */
export function agoText(at: Date, now: number): string | undefined {
  const ms = now - at.getTime();
  // The clock of the store may be ahead of that of the browser.
  if (ms < minuteMs) return texts.ago.now;
  if (ms < hourMs) return texts.ago.minutes(Math.floor(ms / minuteMs));
  return ms < 24 * hourMs ? texts.ago.hours(Math.floor(ms / hourMs)) : undefined;
}

const day = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }));
const dayInUtc = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }));

/** The heading of a day, such as `Today`. Without `now`, as on the server, it is the day in UTC. */
export function dayText(at: Date, now: number | undefined): string {
  if (now === undefined) return dayInUtc().format(at);
  const text = day().format(at);
  if (text === day().format(now)) return texts.days.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return text === day().format(yesterday) ? texts.days.yesterday : text;
}
