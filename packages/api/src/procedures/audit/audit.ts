import { auditLog } from '@plant-store/db';
import { AuditEntry, AuditQuery } from '@plant-store/schema';
import { cursorOfNumbers, numbersOfCursor } from '../../http/numbers-cursor.ts';
import { rest } from '../base/rest.ts';
import { page, router } from '../base/trpc.ts';
import { auditWriter } from './audit-file.ts';

export const audit = router({
  list: rest
    .get('admin', '/audit', {
      operationId: 'listAudit',
      summary: 'Read the audit log',
      description:
        'All writes and all events that concern access rights, newest first; on PostgreSQL an entry appears within two seconds. ' +
        'A page may have fewer entries than `limit`, or none, and still a Link header to the next page: a page examines a limited number of entries.',
      success: 'Entries, newest first.',
      isPaged: true,
      exported: {
        operationId: 'exportAudit',
        summary: 'Export the audit log',
        name: 'audit',
        writer: auditWriter,
      },
    })
    .input(AuditQuery)
    .output(page(AuditEntry))
    .query(async ({ ctx, input: { limit, cursor, about, q, since, until } }) => {
      const [before] = numbersOfCursor('audit', cursor, 1);
      const filter = { about, text: q, since: momentOf(since), until: momentOf(until) };
      const { entries, next } = await auditLog.list(ctx.db, { filter, limit, before });
      return {
        items: entries.map(({ at, ...entry }) => ({ ...entry, at: momentText(at) })),
        nextCursor: cursorOfNumbers('audit', [next]),
      };
    }),
});

/** A manipulated entry may have an invalid time, and must not hide the other entries. */
const momentText = (at: Date) => (at.getTime() < Date.UTC(10_000, 0) ? at : new Date(0)).toISOString();

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
