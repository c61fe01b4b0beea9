'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Notice } from '../page/notice.tsx';
import { PagedList } from '../page/paged-list.tsx';
import { useTrash } from '../plant/use-trash.ts';
import { readAnew } from '../plants/list-changes.ts';
import { useMay } from '../session/may.tsx';
import { TrashItem } from './trash-item.tsx';
import { type TrashPage, trashPages } from './trash-query.ts';

type TrashListProps = {
  /** The first page; `undefined` when the server could not read it, for the reason in `failure`. */
  first: TrashPage | undefined;
  failure: Failure | undefined;
};

/** Deleted plants, each with a way to have it back. */
export function TrashList({ first, failure }: TrashListProps) {
  const queries = useQueryClient();
  const { bringBack } = useTrash();
  const mayRestore = useMay()('plants:write');
  return (
    <PagedList
      list={useInfiniteQuery(trashPages(first))}
      failure={failure}
      what="Deleted plants"
      empty={
        <Notice title="The trash is empty">
          A plant that is deleted waits here for 30 days, to be had back.
        </Notice>
      }
      row={(plant) => (
        <TrashItem
          key={`${plant.id} ${plant.deletedAt}`}
          plant={plant}
          onRestore={mayRestore ? () => bringBack(plant.id, () => void readAnew(queries)) : undefined}
        />
      )}
    />
  );
}
