import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Leaf } from '../../page/leaf.tsx';
import main from '../../page/main.module.css';
import { localPath } from '../../session/local-path.ts';
import { readSession } from '../../session/session.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { isSessionEnded } from '../../store/attempt.ts';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const to = localPath((await searchParams).to);
  const session = await readSession();
  if (session && 'value' in session) redirect(to);
  const hasEnded = session && isSessionEnded(session.failure);
  return (
    <main className={main.narrow}>
      <p className={main.mark}>
        <Leaf />
        Plant store
      </p>
      <h1>Sign in</h1>
      <p className={main.lead}>
        {hasEnded && 'Your session has ended. '}
        Paste the access token you were given. This browser stays signed in, and does not keep the token.
      </p>
      <SignInForm to={to} />
      <p className={main.aside}>
        No token yet? Whoever runs the store can make you one. The first token of a new store is in the file{' '}
        <code>data/first-token</code>, beside its database.
      </p>
    </main>
  );
}
