import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { rememberDeletion } from '../queries/last-deletion.ts';
import { showRemoved } from '../queries/list-changes.ts';
import { removeAll, type Target } from './bulk-requests.ts';
import { countOf, idsOf } from './selection.ts';
import styles from './selection-bar.module.css';
import { texts } from './texts.ts';
import type { Bulk } from './use-bulk.ts';

const loadDialog = () => import('./delete-dialog.tsx');

/** The maximum number of plants that are deleted without a question. */
const unconfirmedMax = 100;

/** The button that moves the selected plants to the trash. */
export function DeleteSelected({ target, bulk: { run, isBusy } }: { target: Target; bulk: Bulk }) {
  const [isOpen, setOpen] = useState(false);
  const { Part: DeleteDialog, want } = useOnDemand(loadDialog);
  const queries = useQueryClient();
  const count = countOf(target.selection);
  const ids = idsOf(target.selection);
  const deleteAll = () =>
    run({
      act: (key) => removeAll(target, key),
      text: texts.deleted,
      onDone: (deleted) => rememberDeletion(queries, deleted),
      show: ids && (() => showRemoved(queries, ids)),
    });
  const confirmOrDelete = () => void (count > unconfirmedMax ? want(() => setOpen(true)) : deleteAll());
  return (
    <>
      <Button className={`${buttons.danger} ${styles.apart}`} disabled={isBusy} onClick={confirmOrDelete}>
        {texts.delete}
      </Button>
      {isOpen && DeleteDialog && (
        <DeleteDialog count={count} onClose={() => setOpen(false)} onDelete={() => void deleteAll()} />
      )}
    </>
  );
}
