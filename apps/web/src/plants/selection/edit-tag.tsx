import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { showTagged } from '../queries/list-changes.ts';
import { setTag, type Target } from './bulk-requests.ts';
import { DestructiveAction } from './destructive-action.tsx';
import { countOf, idsOf } from './selection.ts';
import { texts } from './texts.ts';
import type { Bulk } from './use-bulk.ts';

const loadDialog = () => import('./tag-dialog.tsx');

export function EditTag({ target, bulk: { run, isBusy } }: { target: Target; bulk: Bulk }) {
  const [isOpen, setOpen] = useState(false);
  const { Part: TagDialog, want } = useOnDemand(loadDialog);
  const queries = useQueryClient();
  const ids = idsOf(target.selection);
  const count = countOf(target.selection);
  const tagAll = (tag: string | null) => {
    setOpen(false);
    return run({
      act: (key) => setTag(target, tag, key),
      text: (changed) => (tag === null ? texts.untagged(changed) : texts.tagged(changed, tag)),
      show: ids && (() => showTagged(queries, new Set(ids), tag ?? '')),
    });
  };
  return (
    <>
      <Button disabled={isBusy} onClick={() => want(() => setOpen(true))}>
        {texts.editTag}
      </Button>
      <DestructiveAction count={count} texts={texts.untagDialog} act={() => tagAll(null)} disabled={isBusy}>
        {texts.removeTags}
      </DestructiveAction>
      {TagDialog && <TagDialog isOpen={isOpen} count={count} onClose={() => setOpen(false)} onTag={tagAll} />}
    </>
  );
}
