import type { Metadata } from 'next';
import Link from 'next/link';
import buttons from '../../../page/button.module.css';
import { Leaf } from '../../../page/leaf.tsx';
import main from '../../../page/main.module.css';
import { When } from '../../../page/when.tsx';
import { roleTexts } from '../../../people/role-text.ts';
import { JoinForm } from '../../../session/join-form.tsx';
import { attempt, noAnswer } from '../../../store/attempt.ts';
import { sentence } from '../../../store/sentence.ts';
import { inTime, serverClient } from '../../../store/server-client.ts';

// What leads here lets somebody in: no other site is to learn of it.
export const metadata: Metadata = { title: 'Welcome', referrer: 'no-referrer' };

export default async function JoinPage({ params }: PageProps<'/join/[code]'>) {
  const code = decodeURIComponent((await params).code);
  const client = await serverClient({});
  const outcome = await attempt(() => client.invitations.find.query({ code }, inTime()));
  return (
    <main className={main.narrow}>
      <p className={main.mark}>
        <Leaf />
        Plant store
      </p>
      {'failure' in outcome ? (
        <>
          <h1>This link leads nowhere now</h1>
          <p className={main.lead}>
            {outcome.failure === noAnswer
              ? 'The store did not answer. Wait a moment, then open the link again.'
              : sentence(outcome.failure.message)}
          </p>
          <Link href="/sign-in" prefetch={false} className={buttons.quiet}>
            Sign in
          </Link>
        </>
      ) : (
        <>
          <h1>{outcome.value.personId ? 'Choose a new password' : 'Create your account'}</h1>
          <p className={main.lead}>
            {outcome.value.invitedBy !== undefined && (
              <>
                <bdi>{outcome.value.invitedBy}</bdi> sent this link to <bdi>{outcome.value.note}</bdi>.{' '}
              </>
            )}
            {!outcome.value.personId && roleTexts[outcome.value.role]} It works until{' '}
            <When at={outcome.value.expiresAt.toISOString()} />.
          </p>
          <JoinForm code={code} isNew={!outcome.value.personId} />
        </>
      )}
    </main>
  );
}
