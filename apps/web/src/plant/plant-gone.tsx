'use client';

import { Button } from '@base-ui/react/button';
import type { PlantChange } from '@plant-store/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import { When } from '../page/when.tsx';
import { BackToList } from '../plants/back-to-list.tsx';
import { forgetLists } from '../plants/plant-queries.ts';
import styles from './plant-page.module.css';
import { lastChange } from './plant-requests.ts';
import { useRestore } from './use-restore.ts';

/** In the place of a plant that was deleted: who did it, and the way to have it back. */
export function PlantGone({ id, deletion }: { id: bigint; deletion?: PlantChange }) {
  const queries = useQueryClient();
  const router = useRouter();
  const restore = useRestore();
  const { data: change } = useQuery({
    queryKey: ['plant', String(id), 'deletion'],
    queryFn: async () => (await lastChange(id)) ?? null,
    initialData: deletion,
  });
  const bringBack = async () => {
    if (await restore(id, () => forgetLists(queries))) router.refresh();
  };
  const isInTrash = change?.change === 'deleted';
  return (
    <Notice
      as="h1"
      title={change ? `${change.plant.name} was deleted` : 'This plant was deleted'}
      action={
        <div className={styles.actions}>
          {isInTrash && (
            <Button className={buttons.primary} onClick={bringBack}>
              Restore it
            </Button>
          )}
          <BackToList />
        </div>
      }
    >
      {isInTrash ? (
        <>
          {change.by?.name ?? 'Somebody'} deleted it on <When at={change.at} />. It stays in the trash for 30
          days.
        </>
      ) : (
        'It is not in the trash any more.'
      )}
    </Notice>
  );
}
