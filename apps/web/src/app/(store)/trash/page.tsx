import type { Metadata } from 'next';
import main from '../../../page/main.module.css';
import { requireSession } from '../../../session/session.ts';
import { attempt } from '../../../store/attempt.ts';
import { inTime } from '../../../store/server-client.ts';
import { TrashList } from '../../../trash/trash-list.tsx';
import { trashPageLength } from '../../../trash/trash-query.ts';

export const metadata: Metadata = { title: 'Trash' };

export default async function TrashPage() {
  const { client } = await requireSession('/trash');
  const trash = await attempt(() => client.trash.list.query({ limit: trashPageLength }, inTime()));
  return (
    <>
      <h1>Trash</h1>
      <div className={main.sheet}>
        <TrashList
          first={'value' in trash ? trash.value : undefined}
          failure={'failure' in trash ? trash.failure : undefined}
        />
      </div>
    </>
  );
}
