'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMay } from '../../session/session-context.ts';

/** The page is idle by then. */
const beginMs = 1_000;

/** Shows what others add, change and delete, from the feed of events. */
export function FeedFollower() {
  const queries = useQueryClient();
  const mayRead = useMay()('plants:read');
  useEffect(() => {
    if (!mayRead) return;
    const stop = new AbortController();
    const begin = async () => {
      const { followWhileVisible } = await import('./follow-in-tabs.ts');
      followWhileVisible(queries, stop.signal);
    };
    const timer = setTimeout(() => void begin().catch(() => undefined), beginMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [queries, mayRead]);
  return null;
}
