'use client';

import type { Failure } from '@plant-store/client';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { ListFailure } from './list-failure.tsx';

/** Replaces a part of the page that the server could not read: the reason, and a button that loads the page again. */
export function ReadFailure({ what, failure }: { what: string; failure: Failure }) {
  const router = useRouter();
  const [isRetrying, start] = useTransition();
  return (
    <ListFailure
      what={what}
      failure={failure}
      retry={async () => start(() => router.refresh())}
      isRetrying={isRetrying}
    />
  );
}
