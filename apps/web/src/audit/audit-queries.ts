import type { AuditEntry } from '@plant-store/schema';
import { browserClient } from '../api/browser-client.ts';
import { type Page, pagesOf } from '../api/pages-of.ts';
import { type AuditSearch, auditFilterOf } from './audit-search.ts';

export const auditPages = (search: AuditSearch, first?: Page<AuditEntry>) =>
  pagesOf(
    ['audit', JSON.stringify(search)],
    async (cursor, options) => {
      const read = (from: string | undefined) =>
        browserClient.audit.list.query({ ...auditFilterOf(search), cursor: from }, options);
      let page = await read(cursor);
      // The store examines a limited number of entries per request, so a page can be empty although more pages follow.
      while (page.items.length === 0 && page.nextCursor !== undefined) page = await read(page.nextCursor);
      return page;
    },
    first,
  );
