import type { Metadata } from 'next';
import { AccountPage } from '../../../account/account-page.tsx';
import { texts } from '../../../account/texts.ts';
import main from '../../../page/main.module.css';
import { Notice } from '../../../page/notice.tsx';
import { requireSession } from '../../../session/session.ts';
import { reason } from '../../../store/reason.ts';

export const metadata: Metadata = { title: texts.page.title };

export default async function Page({ searchParams }: PageProps<'/account'>) {
  const { session } = await requireSession('/account');
  const { done } = await searchParams;
  return (
    <>
      <h1>{texts.page.title}</h1>
      <div className={main.sheet}>
        {'value' in session ? (
          <AccountPage session={session.value} done={typeof done === 'string' ? done : undefined} />
        ) : (
          <Notice title={texts.page.failed}>{reason(session.failure)}</Notice>
        )}
      </div>
    </>
  );
}
