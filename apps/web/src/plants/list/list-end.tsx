import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QueryFailure } from '../../lists/list-failure.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { pageLength } from '../queries/list-queries.ts';
import styles from './plant-list.module.css';
import { texts } from './texts.ts';

type ListEndProps = { list: UseInfiniteQueryResult; count: number };

export function ListEnd({ list, count }: ListEndProps) {
  const { hasNextPage: hasMore, isFetchingNextPage: isLoading, fetchNextPage } = list;
  const end = useRef<HTMLParagraphElement>(null);
  const wasAsked = useRef(false);
  const load = () => {
    wasAsked.current = true;
    void fetchNextPage();
  };
  useEffect(() => {
    // After the last page the button disappears, so the focus moves to the end of the list.
    if (!hasMore && wasAsked.current) end.current?.focus();
  }, [hasMore]);
  if (list.isFetchNextPageError)
    return (
      <div className={styles.failure}>
        <QueryFailure
          what={texts.what}
          query={{ error: list.error, refetch: fetchNextPage, isFetching: isLoading }}
        />
      </div>
    );
  // A list of a single page needs no text at its end.
  if (!hasMore && count < pageLength) return null;
  return (
    <div className={styles.end}>
      {hasMore ? (
        <Button disabled={isLoading} onClick={load}>
          {isLoading ? texts.loadingMore : texts.loadMore}
        </Button>
      ) : (
        <p ref={end} tabIndex={-1} className={styles.all}>
          {texts.all(count)}
        </p>
      )}
    </div>
  );
}
