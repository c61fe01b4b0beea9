'use client';

import { Button } from '@base-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import { useSay } from '../page/toasts.tsx';
import { useListPlaces } from '../plants/list-place.tsx';
import { showRemoved } from '../plants/plant-queries.ts';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded, noAnswer } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';
import { plantHistory, plantVersion } from './plant-query.ts';
import { isChanged, isGone, remove, type Version } from './plant-requests.ts';
import { useRestore } from './use-restore.ts';

/** Moves the plant to the trash, at once: it can be undone, which is less in the way than a question. */
export function DeleteButton({ version: { plant, etag } }: { version: Version }) {
  const { id, name } = plant;
  const [isDeleting, setDeleting] = useState(false);
  const queries = useQueryClient();
  const router = useRouter();
  const places = useListPlaces();
  const say = useSay();
  const restore = useRestore();
  const signInAgain = useSignInAgain();

  function leave() {
    const putBack = showRemoved(queries, [id]);
    say.done(
      `Deleted ${name} (id ${id}). It stays in the trash for 30 days.`,
      () => void restore(id, putBack),
    );
    queries.removeQueries({ queryKey: plantVersion(id).queryKey });
    router.push(places.latest, { scroll: false });
  }

  async function act(): Promise<void> {
    setDeleting(true);
    const outcome = await remove(id, etag);
    setDeleting(false);
    // Whoever deleted it already, by a try whose answer was lost or from elsewhere, it is what was asked for.
    if ('value' in outcome || isGone(outcome.failure)) return leave();
    if (isSessionEnded(outcome.failure) && (await signInAgain())) return act();
    if (!isChanged(outcome.failure))
      return void say.problem(
        `Not deleted. ${outcome.failure === noAnswer ? 'The store did not answer; try again in a moment.' : sentence(outcome.failure.message)}`,
      );
    void queries.invalidateQueries({ queryKey: plantVersion(id).queryKey });
    void queries.invalidateQueries({ queryKey: plantHistory(id).queryKey });
    say.problem(
      `Not deleted: somebody has changed ${name} since you opened it. See what it is now, then delete it.`,
    );
  }

  return (
    <Button className={buttons.quiet} disabled={isDeleting} focusableWhenDisabled onClick={act}>
      {isDeleting ? 'Deleting…' : 'Delete'}
    </Button>
  );
}
