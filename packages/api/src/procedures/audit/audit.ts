import { auditLog } from '@plant-store/db';
import { AuditEntry, AuditQuery } from '@plant-store/schema';
import { fromNumbersCursor, toNumbersCursor } from '../../http/numbers-cursor.ts';
import { rest } from '../base/rest-meta.ts';
import { page, requireScope, router } from '../base/trpc.ts';
import { auditWriter } from './audit-file.ts';

/** The audit log of writes and of refusals, for the owners of the store. */
export const audit = router({
  list: requireScope('admin')
    .meta(
      rest.get('/audit', {
        operationId: 'listAudit',
        summary: 'Read the audit log',
        description:
          'Every write, and every event that bears on who may do what, the last one first; on PostgreSQL an entry is there within a second or two. ' +
          'A page may have fewer than `limit`, or none, and a Link header to the next one: so many entries are looked at for a page. ' +
          'As text/csv or application/x-ndjson it is a file with all of them, unless `limit` is given.',
        success: 'Entries, the last one first.',
        isPaged: true,
        exported: { name: 'audit', writer: auditWriter },
      }),
    )
    .input(AuditQuery)
    .output(page(AuditEntry))
    .query(async ({ ctx, input: { limit, cursor, about, q, since, until } }) => {
      const [before] = cursor === undefined ? [] : fromNumbersCursor('audit', cursor, 1);
      const filter = { about, text: q, since: momentOf(since), until: momentOf(until) };
      const { entries, next } = await auditLog.list(ctx.db, { filter, limit, before });
      return {
        items: entries.map(({ at, ...entry }) => ({ ...entry, at: momentText(at) })),
        nextCursor: next === undefined ? undefined : toNumbersCursor('audit', [next]),
      };
    }),
});

/** A manipulated entry may have an invalid time. The other entries must still be shown. */
const momentText = (at: Date) => (at.getTime() < Date.UTC(10_000, 0) ? at : new Date(0)).toISOString();

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
