'use client';

import { Button } from '@base-ui/react/button';
import type { Failure } from '@plant-store/client';
import { useEffect, useRef } from 'react';
import buttons from '../page/button.module.css';
import { ListFailure } from './list-failure.tsx';
import styles from './plant-list.module.css';
import { pageLength } from './plant-queries.ts';

type ListEndProps = {
  count: number;
  hasMore: boolean;
  isLoading: boolean;
  failure: Failure | undefined;
  loadMore: () => Promise<unknown>;
};

/** Below the rows: how many there are, and the way to more. */
export function ListEnd({ count, hasMore, isLoading, failure, loadMore }: ListEndProps) {
  const tally = useRef<HTMLParagraphElement>(null);
  const wasAsked = useRef(false);
  const load = () => {
    wasAsked.current = true;
    void loadMore();
  };
  useEffect(() => {
    // With the last page the button goes, and the focus must not be lost with it.
    if (!hasMore && wasAsked.current) tally.current?.focus();
  }, [hasMore]);
  if (failure)
    return (
      <div className={styles.failure}>
        <ListFailure failure={failure} retry={loadMore} isRetrying={isLoading} />
      </div>
    );
  return (
    <div className={styles.end}>
      <p ref={tally} tabIndex={-1} aria-live="polite" className={styles.tally}>
        {tallyText(count, hasMore)}
      </p>
      {hasMore && (
        <Button className={buttons.quiet} disabled={isLoading} focusableWhenDisabled onClick={load}>
          {isLoading ? 'Loading…' : 'Load more'}
        </Button>
      )}
    </div>
  );
}

function tallyText(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${count} plants`;
  // A list that fits on the first page needs no word that it ends.
  if (count < pageLength) return count === 1 ? '1 plant' : `${count} plants`;
  return `All ${count} plants`;
}
