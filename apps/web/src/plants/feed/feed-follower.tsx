'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The page is idle by then. */
const beginMs = 1_000;

/** Shows what others add, change and delete, from the feed of events. */
export function FeedFollower() {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () =>
        import('./follow-in-tabs.ts').then(
          ({ followWhileVisible }) => followWhileVisible(queries, stop.signal),
          () => undefined,
        ),
      beginMs,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [queries]);
  return null;
}
