import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { plantVersion } from '../queries/plant-query.ts';
import type { Version } from '../queries/plant-requests.ts';
import { useListPlaces } from '../search/list-place.tsx';
import { texts } from '../trash/texts.ts';
import { useTrash } from '../trash/use-trash.ts';

/** Asks nothing, because Undo brings the plant back. */
export function DeleteButton({ version }: { version: Version }) {
  const queries = useQueryClient();
  const router = useRouter();
  const places = useListPlaces();
  const { moveToTrash } = useTrash();
  useRestoreFocus();
  const { mutate, isPending } = useMutation({
    mutationFn: () => moveToTrash(version),
    onSuccess: (isDeleted) => {
      if (!isDeleted) return;
      queries.removeQueries({ queryKey: plantVersion(version.plant.id).queryKey });
      router.push(places.latest, { scroll: false });
    },
  });
  return (
    <Button look="danger" disabled={isPending} onClick={() => mutate()}>
      <Icon name="trash" /> {isPending ? texts.deleting : texts.delete}
    </Button>
  );
}
