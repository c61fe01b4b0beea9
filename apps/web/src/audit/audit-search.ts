import { type AuditAbout, type AuditFilter, auditAbout, auditSearchMaxLength } from '@plant-store/schema';

/** Which entries of the audit log are looked for: what stands in the address of its page. Days are as in `2026-11-22`. */
export type AuditSearch = { q: string; about: AuditAbout | ''; from: string; to: string };

/** What an address asks for; what makes no sense in it is left out. */
export function auditSearchIn(source: Record<string, string | string[] | undefined>): AuditSearch {
  const text = (name: string) => {
    const value = source[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  return {
    q: [...text('q')].slice(0, auditSearchMaxLength).join(''),
    about: auditAbout.find((about) => about === text('about')) ?? '',
    from: day('from'),
    to: day('to'),
  };
}

/** Whether there is such a day: a Date takes 31 February for 3 March. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/**
 * The same for the store. Days begin and end as they do where this runs: in the server for the first look, then in the
 * browser of who asks, which looks again.
 */
export const auditFilterOf = ({ q, about, from, to }: AuditSearch): AuditFilter => ({
  ...(q !== '' && { q }),
  ...(about !== '' && { about }),
  ...(from !== '' && { since: midnight(from, 0) }),
  ...(to !== '' && { until: midnight(to, 1) }),
});

/** When a day begins, or the one so many days after it. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

export const isSearched = (search: AuditSearch): boolean =>
  Object.values(search).some((value) => value !== '');

/** The address of the page with these entries. */
export function auditAddressOf(search: AuditSearch): string {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ''));
  return query.size === 0 ? '/audit' : `/audit?${query}`;
}
