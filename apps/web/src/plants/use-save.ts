import type { NewPlant } from '@plant-store/schema';
import { useRef } from 'react';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded, type Outcome } from '../store/attempt.ts';
import { isUnanswered, type Saved, save } from './save.ts';

/** Saves a plant, remembers the one whose save got no answer, and has a session that has ended begun again. */
export function useSave(): (plant: NewPlant) => Promise<Outcome<Saved>> {
  const unanswered = useRef<NewPlant>(undefined);
  const signInAgain = useSignInAgain();
  return async function saveSignedIn(plant) {
    const outcome = await save(plant, unanswered.current);
    if ('value' in outcome) unanswered.current = undefined;
    else if (isUnanswered(outcome.failure)) unanswered.current = plant;
    else if (isSessionEnded(outcome.failure) && (await signInAgain())) return saveSignedIn(plant);
    return outcome;
  };
}
