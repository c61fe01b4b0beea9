import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import choice from '../../ui/fields/choice.module.css';
import { refetchPlants } from '../queries/list-changes.ts';
import { plantCount } from '../search/count-queries.ts';
import { allPlants } from '../search/plant-search.ts';
import { setTag } from './bulk-requests.ts';
import { texts } from './rename-texts.ts';
import { type Dialog, useBulk } from './use-bulk.ts';

type RenameTagProps = { tag: string; onRenamed: (from: string, to: string) => void };

/** The button beside the filter for a tag. */
export default function RenameTag({ tag, onRenamed }: RenameTagProps) {
  const { open, isBusy, dialog } = useRenameTag(tag, onRenamed);
  return (
    <>
      <Button className={choice.text} disabled={isBusy} onClick={() => void open()}>
        {texts.renameTag}
      </Button>
      {dialog}
    </>
  );
}

const loadDialog = () => import('./tag-dialog.tsx');

/**
 * Renames a tag for all its plants, as one bulk action. Returns a function that opens the dialog, and the dialog.
 * @param onRenamed called after the renaming, and each time it is undone or done again
 */
export function useRenameTag(tag: string, onRenamed: (from: string, to: string) => void) {
  const { Part: TagDialog, isOpen, open, close } = useOnDemand(loadDialog);
  const queries = useQueryClient();
  const search = { ...allPlants, tag };
  const { data: count } = useQuery({ ...plantCount(search), enabled: isOpen, staleTime: 0 });
  const { run, isBusy } = useBulk(close);
  const rename = (to: string, from: Dialog) =>
    run(
      {
        act: (key) => setTag({ selection: { kind: 'all', count: count ?? 0 }, search }, to, key),
        text: (changed) => texts.renamed(changed, tag, to),
        outdated: texts.renameDialog.outdated,
        show: () => {
          onRenamed(tag, to);
          void refetchPlants(queries);
        },
        onTurn: (isBack) => (isBack ? onRenamed(to, tag) : onRenamed(tag, to)),
      },
      from,
    );
  const dialog = TagDialog && count !== undefined && (
    <TagDialog isOpen={isOpen} count={count} renamed={tag} onClose={close} onTag={rename} />
  );
  return { open, isBusy, dialog };
}
