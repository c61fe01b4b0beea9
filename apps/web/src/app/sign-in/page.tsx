import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { OwnerForm } from '../../account/owner-form.tsx';
import main from '../../page/main.module.css';
import { Mark } from '../../page/mark.tsx';
import record from '../../page/record.module.css';
import { localPath } from '../../session/local-path.ts';
import { readSession } from '../../session/session.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { attempt, isSessionEnded } from '../../store/attempt.ts';
import { inTime, serverClient } from '../../store/server-client.ts';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const to = localPath((await searchParams).to);
  const session = await readSession();
  if (session && 'value' in session) redirect(to);
  const hasEnded = session !== undefined && isSessionEnded(session.failure);
  const client = await serverClient({});
  const owner = await attempt(() => client.people.hasOwner.query(undefined, inTime()));
  // Where that cannot be asked now, the store has been in use for a while, more likely than not.
  const isNew = 'value' in owner && !owner.value;
  return (
    <main className={main.narrow}>
      <Mark />
      {isNew ? <NewStore to={to} /> : <KnownStore to={to} hasEnded={hasEnded} />}
    </main>
  );
}

const KnownStore = ({ to, hasEnded }: { to: string; hasEnded: boolean }) => (
  <>
    <h1>Sign in</h1>
    <p className={main.lead}>
      {hasEnded
        ? 'Your session has ended.'
        : 'Use your account, or an access token, which this browser does not keep.'}
    </p>
    <SignInForm to={to} ways="either" isFirst />
    <p className={main.aside}>
      No account yet, or the password forgotten? An owner of the store can send you a link.
    </p>
  </>
);

/** Until there is an owner, nobody has an account; who holds a token can sign in all the same. */
const NewStore = ({ to }: { to: string }) => (
  <>
    <h1>Create the owner account</h1>
    <p className={main.lead}>
      This store is new. Its owner runs it, and invites everybody else. The first token is in the file{' '}
      <code>data/first-token</code>, beside the database, on the machine that the store runs on. Where it is
      revoked or lost, make another in the folder of the store:{' '}
      <code>npm run token -- create --name owner --scope admin --expires 1h</code>
    </p>
    <OwnerForm />
    <section className={record.part}>
      <h2 className={record.title}>Or sign in with a token</h2>
      <p className={main.lead}>For now, or for a test. The store can have its owner later.</p>
      <SignInForm to={to} ways="token" isFirst={false} />
    </section>
  </>
);
