import type { TrashedPlant } from '@plant-store/schema';
import { useMutation } from '@tanstack/react-query';
import chip from '../../ui/buttons/chip.module.css';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { Cell, type Column, Row } from '../../ui/tables/data-table.tsx';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { texts } from './texts.ts';

export const trashColumns: readonly Column[] = [
  { name: texts.columns.id, kind: 'fact' },
  { name: texts.columns.name, kind: 'name' },
  { name: texts.columns.tag, kind: 'text' },
  { name: texts.columns.deleted, kind: 'fact' },
  { name: texts.columns.by, kind: 'text' },
  { name: texts.columns.keptUntil, kind: 'fact' },
  { name: texts.columns.actions, kind: 'actions' },
];

type TrashRowProps = {
  plant: TrashedPlant;
  index: number;
  /** `undefined` if the user may not restore plants. */
  onRestore: (() => Promise<unknown>) | undefined;
};

export function TrashRow({ plant, index, onRestore }: TrashRowProps) {
  useRestoreFocus();
  const { mutate, isPending } = useMutation({ mutationFn: async () => onRestore?.() });
  return (
    <Row index={index}>
      <Cell kind="fact">
        <Bdi text={String(plant.id)} />
      </Cell>
      <Cell kind="name">
        <Bdi text={plant.name} />
      </Cell>
      <Cell kind="text">
        {plant.tag !== undefined && (
          <span className={chip.chip}>
            <Bdi text={plant.tag} />
          </span>
        )}
      </Cell>
      <Cell kind="fact" folded={texts.folded.deleted}>
        <When at={plant.deletedAt} />
      </Cell>
      <Cell kind="text" folded={texts.folded.by}>
        {plant.deletedBy && <Bdi text={plant.deletedBy.name} />}
      </Cell>
      <Cell kind="fact" folded={texts.folded.keptUntil}>
        <When at={plant.purgedAt} />
      </Cell>
      <Cell kind="actions">
        {onRestore && (
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
