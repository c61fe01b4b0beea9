import { type AuditAbout, type AuditFilter, auditAbout, auditSearchMaxLength } from '@plant-store/schema';

/** The search for audit entries, as in the address of the page. Days have the form `2026-11-22`. */
export type AuditSearch = { q: string; about: AuditAbout | ''; from: string; to: string };

/** Reads the search from an address, without its invalid parts. */
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

/** True for an existing day; Date alone would turn 31 February into 3 March. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** A day begins at midnight where this code runs: the server's time zone first, then the browser's. */
export const auditFilterOf = ({ q, about, from, to }: AuditSearch): AuditFilter => ({
  ...(q !== '' && { q }),
  ...(about !== '' && { about }),
  ...(from !== '' && { since: midnight(from, 0) }),
  ...(to !== '' && { until: midnight(to, 1) }),
});

/** The moment at which a day begins, or the day `later` days after it. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

export const isSearched = (search: AuditSearch): boolean =>
  Object.values(search).some((value) => value !== '');

export function auditAddressOf(search: AuditSearch): string {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ''));
  return query.size === 0 ? '/audit' : `/audit?${query}`;
}
