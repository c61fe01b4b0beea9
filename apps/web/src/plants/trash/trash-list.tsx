'use client';

import type { TrashedPlant } from '@plant-store/schema';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Outcome } from '../../api/attempt.ts';
import { PagedList } from '../../lists/paged-list.tsx';
import { useMay } from '../../session/session-context.ts';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import { Cell, columnsOf, Row } from '../../ui/tables/data-table.tsx';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { refetchPlants } from '../queries/list-changes.ts';
import { type TrashPage, trashPages } from '../queries/trash-query.ts';
import { TagChip } from '../tag-chip.tsx';
import { texts } from './texts.ts';
import { useTrash } from './use-trash.ts';

export function TrashList({ first }: { first: Outcome<TrashPage> }) {
  return (
    <PagedList
      list={useInfiniteQuery(trashPages(first.value))}
      failure={first.failure}
      what={texts.table}
      columns={trashColumns}
      empty={<Notice title={texts.empty.title}>{texts.empty.text}</Notice>}
      row={(plant, index, above) => (
        <TrashRow key={`${plant.id} ${plant.deletedAt}`} plant={plant} above={above} index={index} />
      )}
    />
  );
}

const trashColumns = columnsOf(texts.columns, {
  id: 'fact',
  name: 'name',
  tag: 'text',
  deleted: 'fact',
  by: 'text',
  keptUntil: 'fact',
  actions: 'actions',
});

type TrashRowProps = { plant: TrashedPlant; above: TrashedPlant | undefined; index: number };

function TrashRow({ plant, above, index }: TrashRowProps) {
  const queries = useQueryClient();
  const { restoreFromTrash } = useTrash();
  const mayRestore = useMay()('plants:write');
  useRestoreFocus();
  const { mutate, isPending } = useMutation({
    mutationFn: () => restoreFromTrash(plant.id, () => void refetchPlants(queries)),
  });
  return (
    <Row index={index}>
      <Cell kind="fact" text={String(plant.id)} />
      <Cell kind="name" text={plant.name} />
      <Cell kind="text">{plant.tag !== undefined && <TagChip tag={plant.tag} />}</Cell>
      <Cell kind="fact" folded={texts.columns.deleted} at={plant.deletedAt} above={above?.deletedAt} />
      <Cell kind="text" folded={texts.columns.by} text={plant.deletedBy?.name} />
      <Cell kind="fact" folded={texts.columns.keptUntil} at={plant.purgedAt} above={above?.purgedAt} isDay />
      <Cell kind="actions">
        {mayRestore && (
          <RowAction
            icon="restore"
            text={isPending ? texts.restoring : texts.restore}
            label={texts.restoreNamed(plant.name)}
            isBusy={isPending}
            onClick={() => mutate()}
          />
        )}
      </Cell>
    </Row>
  );
}
