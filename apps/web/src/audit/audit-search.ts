import { type AuditFilter, type AuditTopic, auditSearchMaxLength, auditTopics } from '@plant-store/schema';

/** Which entries of the audit log are looked for: what stands in the address of its page. Days are as in `2026-11-22`. */
export type AuditSearch = { q: string; topic: AuditTopic | ''; from: string; to: string };

/** What an address asks for; what makes no sense in it is left out. */
export function auditSearchIn(source: Record<string, string | string[] | undefined>): AuditSearch {
  const text = (name: string) => {
    const value = source[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  const topic = text('topic');
  return {
    q: [...text('q')].slice(0, auditSearchMaxLength).join(''),
    topic: Object.hasOwn(auditTopics, topic) ? (topic as AuditTopic) : '',
    from: day('from'),
    to: day('to'),
  };
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/**
 * The same for the store. Days begin and end as they do where this runs: in the server for the first look, then in the
 * browser of who asks, which looks again.
 */
export const auditFilterOf = ({ q, topic, from, to }: AuditSearch): AuditFilter => ({
  ...(q !== '' && { q }),
  ...(topic !== '' && { topic }),
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
