import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import { attempt } from '../../../api/attempt.ts';
import { AuditPage } from '../../../audit/audit-page.tsx';
import { auditAddressOf, auditFilterOf, auditSearchIn } from '../../../audit/audit-search.ts';
import { texts } from '../../../audit/texts.ts';
import { requireSession } from '../../../session/session.ts';
import { NoticePage } from '../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function Page({ searchParams }: PageProps<'/audit'>) {
  const search = auditSearchIn(await searchParams);
  const { client, session } = await requireSession(auditAddressOf(search));
  if (session.value && !isAllowed(session.value.scopes, 'admin'))
    return <NoticePage title={texts.notAllowed.title}>{texts.notAllowed.text}</NoticePage>;
  const read = await attempt(() => client.audit.list.query(auditFilterOf(search)));
  // If the first page is empty but not the last, the browser reads the next pages.
  const isFound = read.value && (read.value.items.length > 0 || read.value.nextCursor === undefined);
  return <AuditPage search={search} first={isFound ? read.value : undefined} failure={read.failure} />;
}
