import type { Metadata } from 'next';
import { AccountPage } from '../../../accounts/own/account-page.tsx';
import { texts } from '../../../accounts/own/texts.ts';
import { reason } from '../../../api/reason.ts';
import { requireSession } from '../../../session/session.ts';
import { Notice } from '../../../ui/layout/notice.tsx';
import { PageTitle } from '../../../ui/layout/page-title.tsx';

export const metadata: Metadata = { title: texts.page.title };

export default async function Page({ searchParams }: PageProps<'/account'>) {
  const { session } = await requireSession('/account');
  const { done } = await searchParams;
  return (
    <>
      <PageTitle>{texts.page.title}</PageTitle>
      {session.value ? (
        <AccountPage session={session.value} done={typeof done === 'string' ? done : undefined} />
      ) : (
        <Notice title={texts.page.failed}>{reason(session.failure)}</Notice>
      )}
    </>
  );
}
