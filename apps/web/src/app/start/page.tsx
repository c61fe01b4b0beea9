import type { Metadata } from 'next';
import { firstTokenFile } from '../../accounts/start/first-token.ts';
import { attempt } from '../../api/attempt.ts';
import { serverClient } from '../../api/server-client.ts';
import { Brand } from '../../frame/brand.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import main from '../../ui/layout/main.module.css';
import { OwnerPart } from './owner-part.tsx';
import { texts } from './texts.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function StartPage() {
  const client = await serverClient({});
  const owner = await attempt(() => client.people.hasOwner.query());
  return (
    <main className={main.narrow}>
      <Brand />
      {owner.value ? (
        <KnownStore />
      ) : (
        <>
          <h1>{texts.title}</h1>
          <OwnerPart file={await firstTokenFile(client)} />
        </>
      )}
    </main>
  );
}

const KnownStore = () => (
  <>
    <h1>{texts.known.title}</h1>
    <p className={main.lead}>{texts.known.text}</p>
    <ButtonLink href="/sign-in" look="primary">
      {texts.known.signIn}
    </ButtonLink>
  </>
);
