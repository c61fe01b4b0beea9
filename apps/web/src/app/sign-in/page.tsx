import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '../../accounts/sign-in/sign-in-form.tsx';
import { firstTokenFile } from '../../accounts/start/first-token.ts';
import { attempt, isSessionEnded } from '../../api/attempt.ts';
import { serverClient } from '../../api/server-client.ts';
import { Brand } from '../../frame/brand.tsx';
import { localPath } from '../../session/local-path.ts';
import { readSession } from '../../session/session.ts';
import type { SignInWay } from '../../session/sign-in-state.ts';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import main from '../../ui/layout/main.module.css';
import record from '../../ui/layout/record.module.css';
import { Link } from '../../ui/link.tsx';
import { texts } from './texts.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { to: wanted, with: means, signed } = await searchParams;
  const to = localPath(wanted);
  const way = means === 'token' ? 'token' : 'password';
  const session = await readSession();
  if (session?.value) redirect(to);
  const isCookieLost = signed === 'in' && session === undefined;
  const hasEnded = session !== undefined && isSessionEnded(session.failure);
  const client = await serverClient({});
  const owner = await attempt(() => client.people.hasOwner.query());
  // Without an answer, the store probably has an owner.
  const isNew = owner.value === false;
  const form = { to, isCookieLost };
  return (
    <main className={main.narrow}>
      <Brand />
      {isNew ? (
        <NewStore {...form} file={await firstTokenFile(client)} />
      ) : (
        <KnownStore {...form} way={way} hasEnded={hasEnded} />
      )}
    </main>
  );
}

type FormProps = { to: string; isCookieLost: boolean };

type KnownStoreProps = FormProps & { way: SignInWay; hasEnded: boolean };

const KnownStore = ({ to, way, hasEnded, isCookieLost }: KnownStoreProps) => (
  <>
    <h1>{texts.title}</h1>
    <p className={main.lead}>
      {hasEnded ? texts.known.ended : way === 'token' ? texts.known.token : texts.known.account}
    </p>
    <SignInForm key={`${way} ${isCookieLost}`} to={to} way={way} isFirst isCookieLost={isCookieLost} />
    <p className={main.aside}>
      <Link href={signInPath(to, way === 'token' ? 'password' : 'token')} replace>
        {way === 'token' ? texts.known.useAccount : texts.known.useToken}
      </Link>
    </p>
    <p className={main.aside}>{texts.known.help}</p>
  </>
);

/** Shown in a store without an owner: no account exists yet, but a token can already sign in. */
const NewStore = ({ file, ...form }: FormProps & { file: string | undefined }) => (
  <>
    <h1>{texts.fresh.title}</h1>
    <p className={main.lead}>{texts.fresh.lead}</p>
    <ButtonLink href="/start" look="primary">
      {texts.fresh.create}
    </ButtonLink>
    <section className={record.part}>
      <h2 className={record.title}>{texts.fresh.tokenTitle}</h2>
      <p className={main.lead}>{texts.fresh.tokenLead(file)}</p>
      <SignInForm key={String(form.isCookieLost)} {...form} way="token" isFirst={false} />
    </section>
  </>
);

/** The address of the sign-in page that asks for a token or a password, and then opens `to`. */
function signInPath(to: string, way: SignInWay): string {
  const query = new URLSearchParams({ ...(to !== '/' && { to }), ...(way === 'token' && { with: 'token' }) });
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in';
}
