'use client';

import type { Failure } from '@plant-store/client';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { failureIn, isError, isSessionEnded, noAnswer } from '../api/attempt.ts';
import { sentence } from '../api/sentence.ts';
import { useSignInAgain } from '../session/sign-in-again.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Notice } from '../ui/layout/notice.tsx';
import { texts } from './texts.ts';

type ListFailureProps = {
  what: string;
  failure: Failure;
  /** Reads the list again; absent for a list that the server reads. */
  retry?: () => Promise<unknown>;
  isRetrying?: boolean;
  /** `h1` if the failure is the whole page. */
  as?: 'h1';
};

export function ListFailure({ what, failure, retry, isRetrying = false, as }: ListFailureProps) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const signInAgain = useSignInAgain();
  const isEnded = isSessionEnded(failure);
  const act = async () => {
    if (isEnded && !(await signInAgain())) return;
    await retry?.();
    // The session may have failed for the same reason, so it is read again too.
    startRefresh(() => router.refresh());
  };
  return (
    <Notice
      as={as}
      title={titleOf(what, failure)}
      action={
        <Button disabled={isRetrying || isRefreshing} onClick={act}>
          {isEnded ? texts.failure.signInAgain : texts.failure.retry}
        </Button>
      }
    >
      {textOf(failure)}
    </Notice>
  );
}

type FailedQuery = { error: Error | null; refetch: () => Promise<unknown>; isFetching: boolean };
type QueryFailureProps = { what: string; query: FailedQuery; failure?: Failure | undefined };

/** The failure of a query, or else of the server, which read the same before. */
export const QueryFailure = ({ what, query, failure = noAnswer }: QueryFailureProps) => (
  <ListFailure
    what={what}
    failure={query.error ? failureIn(query.error) : failure}
    retry={query.refetch}
    isRetrying={query.isFetching}
  />
);

function titleOf(what: string, failure: Failure): string {
  if (isSessionEnded(failure)) return texts.failure.sessionEnded;
  return isError(failure, 'scopeMissing') ? texts.failure.noRight : texts.failure.notLoaded(what);
}

function textOf(failure: Failure): string {
  if (isSessionEnded(failure)) return texts.failure.signInAdvice;
  if (failure === noAnswer) return texts.failure.noAnswer;
  return sentence(failure.message);
}
