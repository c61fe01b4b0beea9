import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { showRemoved, showTagged } from '../queries/list-changes.ts';
import { rememberDeletion } from '../queries/trash-query.ts';
import { removeAll, setTag, type Target } from './bulk-requests.ts';
import { texts } from './bulk-texts.ts';
import type { ConfirmTexts } from './confirm-dialog.tsx';
import { unconfirmedMax } from './number-field.tsx';
import { countOf, idsOf } from './selection.ts';
import styles from './selection-bar.module.css';
import type { Bulk, Dialog } from './use-bulk.ts';

const loadTagDialog = () => import('./tag-dialog.tsx');
const loadConfirmDialog = () => import('./confirm-dialog.tsx');

type BulkProps = { target: Target; bulk: Bulk };

export function EditTag({ target, bulk }: BulkProps) {
  const { run, ask, leave, isBusy } = bulk;
  const { Part: TagDialog, isOpen, open, close } = useOnDemand(loadTagDialog);
  const queries = useQueryClient();
  const ids = idsOf(target.selection);
  const count = countOf(target.selection);
  const tagAll = (tag: string | null, dialog: Dialog) =>
    run(
      {
        act: (key) => setTag(target, tag, key),
        text: (changed) => (tag === null ? texts.untagged(changed) : texts.tagged(changed, tag)),
        show: ids && (() => showTagged(queries, new Set(ids), tag ?? '')),
      },
      dialog,
    );
  const openTag = async () => {
    if (await open()) ask();
  };
  const closeTag = () => {
    close();
    leave();
  };
  return (
    <>
      <Button disabled={isBusy} onClick={openTag}>
        {texts.editTag}
      </Button>
      <DestructiveAction
        target={target}
        bulk={bulk}
        texts={texts.untagDialog}
        act={(dialog) => tagAll(null, dialog)}
      >
        {texts.removeTags}
      </DestructiveAction>
      {TagDialog && <TagDialog isOpen={isOpen} count={count} onClose={closeTag} onTag={tagAll} />}
    </>
  );
}

export function DeleteSelected({ target, bulk }: BulkProps) {
  const queries = useQueryClient();
  const ids = idsOf(target.selection);
  const deleteAll = (dialog: Dialog) =>
    bulk.run(
      {
        act: (key) => removeAll(target, key),
        text: texts.deleted,
        onDone: (deleted) => rememberDeletion(queries, deleted),
        show: ids && (() => showRemoved(queries, ids)),
      },
      dialog,
    );
  return (
    <DestructiveAction
      target={target}
      bulk={bulk}
      texts={texts.deleteDialog}
      act={deleteAll}
      className={styles.apart}
    >
      {texts.delete}
    </DestructiveAction>
  );
}

type DestructiveActionProps = BulkProps & {
  texts: ConfirmTexts;
  act: (dialog: Dialog) => unknown;
  className?: string | undefined;
  children: string;
};

/** The button of a bulk action that takes something away. More than 100 plants ask for their number first. */
function DestructiveAction({ target, bulk, texts, act, ...button }: DestructiveActionProps) {
  const { Part: ConfirmDialog, isOpen, open, close } = useOnDemand(loadConfirmDialog);
  const count = countOf(target.selection);
  const confirmOrAct = async () => {
    if (count <= unconfirmedMax) act({});
    else if (await open()) bulk.ask();
  };
  const closeDialog = () => {
    close();
    bulk.leave();
  };
  return (
    <>
      <Button look="danger" disabled={bulk.isBusy} onClick={confirmOrAct} {...button} />
      {isOpen && ConfirmDialog && (
        <ConfirmDialog count={count} texts={texts} onClose={closeDialog} onConfirm={act} />
      )}
    </>
  );
}
