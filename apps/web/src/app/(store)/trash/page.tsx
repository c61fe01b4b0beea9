import type { Metadata } from 'next';
import main from '../../../page/main.module.css';
import { PageTitle } from '../../../page/page-title.tsx';
import { requireSession } from '../../../session/session.ts';
import { attempt } from '../../../store/attempt.ts';
import { inTime } from '../../../store/server-client.ts';
import { texts } from '../../../trash/texts.ts';
import { TrashList } from '../../../trash/trash-list.tsx';
import { trashPageLength } from '../../../trash/trash-query.ts';

export const metadata: Metadata = { title: texts.title };

export default async function TrashPage() {
  const { client } = await requireSession('/trash');
  const trash = await attempt(() => client.trash.list.query({ limit: trashPageLength }, inTime()));
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <div className={main.sheet}>
        <TrashList
          first={'value' in trash ? trash.value : undefined}
          failure={'failure' in trash ? trash.failure : undefined}
        />
      </div>
    </>
  );
}
