'use client';

import type { PlantChange } from '@plant-store/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import actions from '../page/actions.module.css';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { useLedFocus } from '../page/led-focus.ts';
import { Notice } from '../page/notice.tsx';
import { When } from '../page/when.tsx';
import { BackToList } from '../plants/back-to-list.tsx';
import { readAnew } from '../plants/list-changes.ts';
import { useMay } from '../session/may.tsx';
import { lastChange } from './plant-requests.ts';
import { texts } from './texts.ts';
import { useTrash } from './use-trash.ts';

/** Replaces a deleted plant: its deleter, and a button that restores it. */
export function PlantGone({ id, deletion }: { id: bigint; deletion?: PlantChange }) {
  const queries = useQueryClient();
  const router = useRouter();
  const { bringBack } = useTrash();
  const may = useMay();
  useLedFocus();
  const { data: change } = useQuery({
    queryKey: ['plant', String(id), 'deletion'],
    queryFn: async () => (await lastChange(id)) ?? null,
    initialData: deletion,
  });
  const restore = async () => {
    if (await bringBack(id, () => void readAnew(queries))) router.refresh();
  };
  const isInTrash = change?.change === 'deleted';
  return (
    <Notice
      as="h1"
      title={texts.gone.title(change?.plant.name)}
      action={
        <div className={actions.live}>
          {isInTrash && may('plants:write') && (
            <Button className={buttons.primary} onClick={restore}>
              {texts.gone.restore}
            </Button>
          )}
          <BackToList />
        </div>
      }
    >
      {isInTrash ? (
        <>
          <Bdi text={change.by?.name ?? texts.somebody} />
          {texts.gone.deletedOn}
          <When at={change.at} />
          {texts.gone.stays}
        </>
      ) : (
        texts.gone.notInTrash
      )}
    </Notice>
  );
}
