'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { PagedList } from '../../lists/paged-list.tsx';
import { useMay } from '../../session/session-context.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { refetchPlants } from '../queries/list-changes.ts';
import { type TrashPage, trashPages } from '../queries/trash-query.ts';
import { texts } from './texts.ts';
import { TrashRow, trashColumns } from './trash-row.tsx';
import { useTrash } from './use-trash.ts';

type TrashListProps = {
  /** The first page; `undefined` if the server could not read it. `failure` then has the reason. */
  first: TrashPage | undefined;
  failure: Failure | undefined;
};

export function TrashList({ first, failure }: TrashListProps) {
  const queries = useQueryClient();
  const { restoreFromTrash } = useTrash();
  const mayRestore = useMay()('plants:write');
  return (
    <PagedList
      list={useInfiniteQuery(trashPages(first))}
      failure={failure}
      what={texts.table}
      columns={trashColumns}
      empty={<Notice title={texts.empty.title}>{texts.empty.text}</Notice>}
      row={(plant, index) => (
        <TrashRow
          key={`${plant.id} ${plant.deletedAt}`}
          plant={plant}
          index={index}
          onRestore={
            mayRestore ? () => restoreFromTrash(plant.id, () => void refetchPlants(queries)) : undefined
          }
        />
      )}
    />
  );
}
