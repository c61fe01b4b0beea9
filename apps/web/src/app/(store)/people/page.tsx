import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import { PeoplePage } from '../../../accounts/people/people-page.tsx';
import { texts } from '../../../accounts/people/texts.tsx';
import { attempt } from '../../../api/attempt.ts';
import { requireSession } from '../../../session/session.ts';
import { NoticePage } from '../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { client, session } = await requireSession('/people');
  if (session.value && !isAllowed(session.value.scopes, 'admin'))
    return <NoticePage title={texts.notAllowed.title}>{texts.notAllowed.text}</NoticePage>;
  const [people, invitations] = await Promise.all([
    attempt(() => client.people.list.query()),
    attempt(() => client.invitations.list.query()),
  ]);
  return <PeoplePage first={{ people, invitations }} />;
}
