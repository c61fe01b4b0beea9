import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { Notice } from '../page/notice.tsx';
import { useMayUndo } from '../receipts/use-may-undo.ts';
import { useUndo } from '../receipts/use-undo.tsx';
import { browserClient } from '../store/browser-client.ts';
import styles from './all-deleted.module.css';
import { texts } from './texts.ts';

type Deleted = { count: number; receipt: bigint };

/** The last bulk deletion of this page, until a plant is added. */
const lastDeletion = queryOptions<Deleted | undefined>({
  queryKey: ['last-deletion'],
  queryFn: () => undefined,
  enabled: false,
  staleTime: 'static',
});

export const rememberDeletion = (queries: QueryClient, deleted: Deleted) =>
  queries.setQueryData(lastDeletion.queryKey, deleted);

export const forgetDeletion = (queries: QueryClient) => queries.removeQueries(lastDeletion);

/**
 * In the place of an empty list: how to get back the plants that were just deleted; else `children`, with the way to the
 * trash where that has plants.
 */
export function AllDeleted({ children }: { children: ReactNode }) {
  const { data: deleted } = useQuery(lastDeletion);
  const { data: isTrashed } = useQuery({
    queryKey: ['trash', 'is-there'],
    queryFn: async ({ signal }) =>
      (await browserClient.trash.list.query({ limit: 1 }, { signal })).items.length > 0,
  });
  const undo = useUndo();
  const mayUndo = useMayUndo()({ created: 0 });
  const toTrash = (
    <Link href="/trash" prefetch={false} className={buttons.quiet}>
      {texts.openTrash}
    </Link>
  );
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
          {mayUndo && (
            <Button className={buttons.quiet} onClick={() => void undo(deleted.receipt)}>
              {texts.undo}
            </Button>
          )}
          {toTrash}
        </>
      }
    >
      {texts.allDeletedText}
    </Notice>
  );
}
