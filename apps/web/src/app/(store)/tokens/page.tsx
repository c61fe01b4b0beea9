import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import { TokensPage } from '../../../accounts/tokens/list/tokens-page.tsx';
import { readTokens } from '../../../accounts/tokens/read-tokens.ts';
import { texts } from '../../../accounts/tokens/texts.ts';
import { attempt } from '../../../api/attempt.ts';
import { requireSession } from '../../../session/session.ts';
import { NoticePage } from '../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { client, session } = await requireSession('/tokens');
  if (session.value && !isAllowed(session.value.scopes, 'tokens'))
    return <NoticePage title={texts.notAllowed.title}>{texts.notAllowed.text}</NoticePage>;
  return <TokensPage first={await attempt(() => readTokens(client))} />;
}
