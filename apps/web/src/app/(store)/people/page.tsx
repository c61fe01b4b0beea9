import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import main from '../../../page/main.module.css';
import { Notice } from '../../../page/notice.tsx';
import { PeoplePage } from '../../../people/people-page.tsx';
import { texts } from '../../../people/texts.tsx';
import { requireSession } from '../../../session/session.ts';
import { attempt } from '../../../store/attempt.ts';
import { inTime } from '../../../store/server-client.ts';

export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { client, session } = await requireSession('/people');
  if ('value' in session && !isAllowed(session.value.scopes, 'admin'))
    return (
      <div className={main.sheet}>
        <Notice title={texts.notAllowed.title} as="h1">
          {texts.notAllowed.text}
        </Notice>
      </div>
    );
  const [people, invitations] = await Promise.all([
    attempt(() => client.people.list.query(undefined, inTime())),
    attempt(() => client.invitations.list.query(undefined, inTime())),
  ]);
  return (
    <PeoplePage
      people={'value' in people ? people.value : undefined}
      invitations={'value' in invitations ? invitations.value : undefined}
      failure={'failure' in people ? people.failure : undefined}
    />
  );
}
