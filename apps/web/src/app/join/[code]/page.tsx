import type { Failure } from '@plant-store/client';
import { errorTable, type Invitation } from '@plant-store/schema';
import type { Metadata } from 'next';
import Link from 'next/link';
import { JoinForm } from '../../../account/join-form.tsx';
import { Bdi } from '../../../page/bdi.tsx';
import buttons from '../../../page/button.module.css';
import main from '../../../page/main.module.css';
import { Mark } from '../../../page/mark.tsx';
import { When } from '../../../page/when.tsx';
import { PasskeysRemoved } from '../../../passkeys/passkeys-removed.tsx';
import { roleTexts } from '../../../people/role-text.ts';
import { attempt, noAnswer } from '../../../store/attempt.ts';
import { sentence } from '../../../store/sentence.ts';
import { inTime, serverClient } from '../../../store/server-client.ts';

export const metadata: Metadata = { title: 'Welcome' };

export default async function JoinPage({ params }: PageProps<'/join/[code]'>) {
  const { code } = await params;
  const client = await serverClient({});
  const outcome = await attempt(() => client.invitations.find.query({ code }, inTime()));
  return (
    <main className={main.narrow}>
      <Mark />
      {'failure' in outcome ? (
        <NoInvitation failure={outcome.failure} />
      ) : (
        <Join code={code} to={outcome.value} />
      )}
    </main>
  );
}

const Join = ({ code, to }: { code: string; to: Invitation }) => (
  <>
    <h1>{to.personId ? 'Choose a new password' : 'Create your account'}</h1>
    <p className={main.lead}>
      {to.invitedBy !== undefined && (
        <>
          <Bdi text={to.invitedBy} /> sent this link to <Bdi text={to.note} />.{' '}
        </>
      )}
      {to.personId ? (
        <>
          You are signed out everywhere else then.
          <PasskeysRemoved />
        </>
      ) : (
        roleTexts[to.role]
      )}{' '}
      It works until <When at={to.expiresAt.toISOString()} />.
    </p>
    <JoinForm code={code} isNew={!to.personId} />
  </>
);

const NoInvitation = ({ failure }: { failure: Failure }) => (
  <>
    <h1>
      {failure.error === errorTable.notFound.error
        ? 'This link leads nowhere now'
        : 'The link could not be looked up'}
    </h1>
    <p className={main.lead}>
      {failure === noAnswer
        ? 'The store did not answer. Wait a moment, then open the link again.'
        : sentence(failure.message)}
    </p>
    <Link href="/" prefetch={false} className={buttons.quiet}>
      To the plants
    </Link>
  </>
);
