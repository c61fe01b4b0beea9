'use client';

import type { PlantChange } from '@plant-store/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useMay } from '../../session/session-context.ts';
import actions from '../../ui/buttons/actions.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { refetchPlants } from '../queries/list-changes.ts';
import { lastChange } from '../queries/plant-requests.ts';
import { BackToList } from '../search/back-to-list.tsx';
import { useTrash } from '../trash/use-trash.ts';
import { texts } from './texts.ts';

export function PlantGone({ id, deletion }: { id: bigint; deletion?: PlantChange }) {
  const queries = useQueryClient();
  const router = useRouter();
  const { restoreFromTrash } = useTrash();
  const may = useMay();
  useRestoreFocus();
  const { data: change } = useQuery({
    queryKey: ['plant', String(id), 'deletion'],
    queryFn: async () => (await lastChange(id)) ?? null,
    initialData: deletion,
  });
  const isBack = change && change.change !== 'deleted';
  useEffect(() => {
    if (isBack) router.refresh();
  }, [isBack, router]);
  const restore = async () => {
    if (await restoreFromTrash(id, () => void refetchPlants(queries))) router.refresh();
  };
  const isInTrash = change?.change === 'deleted';
  return (
    <Notice
      as="h1"
      title={texts.gone.title(change?.plant.name)}
      action={
        <div className={actions.live}>
          {isInTrash && may('plants:write') && (
            <Button look="primary" onClick={restore}>
              {texts.gone.restore}
            </Button>
          )}
          <BackToList />
        </div>
      }
    >
      {isInTrash
        ? texts.gone.inTrash(<Bdi text={change.by?.name ?? texts.somebody} />, <When at={change.at} />)
        : texts.gone.notInTrash}
    </Notice>
  );
}
