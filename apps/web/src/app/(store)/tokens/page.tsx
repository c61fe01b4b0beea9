import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import main from '../../../page/main.module.css';
import { Notice } from '../../../page/notice.tsx';
import { requireSession } from '../../../session/session.ts';
import { attempt } from '../../../store/attempt.ts';
import { inTime } from '../../../store/server-client.ts';
import { TokensPage } from '../../../tokens/tokens-page.tsx';

export const metadata: Metadata = { title: 'Access tokens' };

export default async function Page() {
  const { client, session } = await requireSession('/tokens');
  if ('value' in session && !isAllowed(session.value.scopes, 'tokens'))
    return (
      <div className={main.sheet}>
        <Notice title="Tokens are the owners’ matter" as="h1">
          Which programs get in, and with what, only an owner of the store can see and change.
        </Notice>
      </div>
    );
  const tokens = await attempt(() => client.tokens.list.query(undefined, inTime()));
  return (
    <>
      <h1>Access tokens</h1>
      <TokensPage
        tokens={'value' in tokens ? tokens.value : undefined}
        failure={'failure' in tokens ? tokens.failure : undefined}
      />
    </>
  );
}
