import type { Failure } from '@plant-store/client';
import type { Invitation } from '@plant-store/schema';
import type { Metadata } from 'next';
import { JoinForm } from '../../../accounts/own/join-form.tsx';
import { PasskeysRemoved } from '../../../accounts/passkeys/passkeys-removed.tsx';
import { texts as people } from '../../../accounts/people/texts.tsx';
import { attempt, isError, noAnswer } from '../../../api/attempt.ts';
import { sentence } from '../../../api/sentence.ts';
import { serverClient } from '../../../api/server-client.ts';
import { Brand } from '../../../frame/brand.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import main from '../../../ui/layout/main.module.css';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { When } from '../../../ui/text/when.tsx';
import { texts } from '../texts.ts';

export const metadata: Metadata = { title: texts.page };

export default async function JoinPage({ params }: PageProps<'/join/[code]'>) {
  const { code } = await params;
  const client = await serverClient({});
  const outcome = await attempt(() => client.invitations.find.query({ code }));
  return (
    <main className={main.narrow}>
      <Brand />
      {outcome.failure ? <NoInvitation failure={outcome.failure} /> : <Join code={code} to={outcome.value} />}
    </main>
  );
}

const Join = ({ code, to }: { code: string; to: Invitation }) => (
  <>
    <h1>{to.personId ? texts.newPassword : texts.newAccount}</h1>
    <p className={main.lead}>
      {to.invitedBy !== undefined && texts.sent(<Bdi text={to.invitedBy} />, <Bdi text={to.note} />)}
      {to.personId ? (
        <>
          {texts.signedOut}
          <PasskeysRemoved />
        </>
      ) : (
        people.roles.own[to.role]
      )}
      {texts.worksUntil(<When at={to.expiresAt} />)}
    </p>
    <JoinForm code={code} isNew={!to.personId} name={to.note} />
  </>
);

const NoInvitation = ({ failure }: { failure: Failure }) => (
  <>
    <h1>{isError(failure, 'notFound') ? texts.closed : texts.notChecked}</h1>
    <p className={main.lead}>{failure === noAnswer ? texts.noAnswer : sentence(failure.message)}</p>
    <ButtonLink href="/">{texts.toPlants}</ButtonLink>
  </>
);
