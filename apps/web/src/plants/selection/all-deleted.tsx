import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { useMayUndo, useUndo } from '../activity/use-undo.tsx';
import { forgetDeletion, hasTrash, lastDeletion } from '../queries/trash-query.ts';
import styles from './all-deleted.module.css';
import { texts } from './texts.ts';

/** After a bulk deletion it offers Undo. */
export function AllDeleted({ children }: { children: ReactNode }) {
  const { data: deleted } = useQuery(lastDeletion);
  const { data: isTrashed } = useQuery(hasTrash);
  const queries = useQueryClient();
  const undo = useUndo(() => forgetDeletion(queries));
  const mayUndo = useMayUndo()({ created: 0 });
  const toTrash = <ButtonLink href="/trash">{texts.openTrash}</ButtonLink>;
  if (!deleted || !isTrashed)
    return (
      <>
        {children}
        {isTrashed && (
          <p className={styles.trash}>
            {texts.inTrash} {toTrash}
          </p>
        )}
      </>
    );
  return (
    <Notice
      title={texts.allDeleted(deleted.count)}
      action={
        <>
          {mayUndo && <Button onClick={() => void undo(deleted.receipt)}>{texts.undo}</Button>}
          {toTrash}
        </>
      }
    >
      {texts.allDeletedText}
    </Notice>
  );
}
