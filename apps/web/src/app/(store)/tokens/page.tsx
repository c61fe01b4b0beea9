import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import main from '../../../page/main.module.css';
import { Notice } from '../../../page/notice.tsx';
import { requireSession } from '../../../session/session.ts';
import { attempt } from '../../../store/attempt.ts';
import { inTime } from '../../../store/server-client.ts';
import { texts } from '../../../tokens/texts.tsx';
import { TokensPage } from '../../../tokens/tokens-page.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { client, session } = await requireSession('/tokens');
  if ('value' in session && !isAllowed(session.value.scopes, 'tokens'))
    return (
      <div className={main.sheet}>
        <Notice title={texts.notAllowed.title} as="h1">
          {texts.notAllowed.text}
        </Notice>
      </div>
    );
  const tokens = await attempt(() => client.tokens.list.query(undefined, inTime()));
  return (
    <TokensPage
      tokens={'value' in tokens ? tokens.value : undefined}
      failure={'failure' in tokens ? tokens.failure : undefined}
    />
  );
}
