'use client';

import { useRouter } from 'next/navigation';
import { useMay } from '../../session/session-context.ts';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { attributeText, isolated } from '../../ui/text/isolated.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useRenameTag } from '../selection/rename-tag.tsx';
import { texts } from '../selection/rename-texts.ts';

export function RenameInRow({ tag }: { tag: string }) {
  const router = useRouter();
  const { open, isBusy, dialog } = useRenameTag(tag, () => router.refresh());
  // Another row has the new name.
  useRestoreFocus();
  const mayWrite = useMay()('plants:write');
  // Without JavaScript there are no bulk actions.
  if (!useHydrated() || !mayWrite) return null;
  return (
    <>
      <RowAction
        icon="edit"
        text={texts.rename}
        label={attributeText(texts.renameNamed(isolated(tag)))}
        isBusy={isBusy}
        onClick={() => void open()}
        isShort
      />
      {dialog}
    </>
  );
}
