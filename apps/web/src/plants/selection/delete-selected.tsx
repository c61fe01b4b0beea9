import { useQueryClient } from '@tanstack/react-query';
import { rememberDeletion } from '../queries/last-deletion.ts';
import { showRemoved } from '../queries/list-changes.ts';
import { removeAll, type Target } from './bulk-requests.ts';
import { DestructiveAction } from './destructive-action.tsx';
import { countOf, idsOf } from './selection.ts';
import styles from './selection-bar.module.css';
import { texts } from './texts.ts';
import type { Bulk } from './use-bulk.ts';

export function DeleteSelected({ target, bulk: { run, isBusy } }: { target: Target; bulk: Bulk }) {
  const queries = useQueryClient();
  const ids = idsOf(target.selection);
  const deleteAll = () =>
    run({
      act: (key) => removeAll(target, key),
      text: texts.deleted,
      onDone: (deleted) => rememberDeletion(queries, deleted),
      show: ids && (() => showRemoved(queries, ids)),
    });
  return (
    <DestructiveAction
      count={countOf(target.selection)}
      texts={texts.deleteDialog}
      act={deleteAll}
      className={styles.apart}
      disabled={isBusy}
    >
      {texts.delete}
    </DestructiveAction>
  );
}
