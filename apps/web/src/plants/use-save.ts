import type { NewPlant } from '@plant-store/schema';
import { useRef } from 'react';
import type { Outcome } from '../store/attempt.ts';
import { useAttempt } from '../store/use-attempt.ts';
import { isUnanswered, type Saved, save } from './save.ts';

/** Saves a plant, remembers the one whose save got no answer, and has a session that has ended begun again. */
export function useSave(): (plant: NewPlant) => Promise<Outcome<Saved>> {
  const unanswered = useRef<NewPlant>(undefined);
  const attempt = useAttempt();
  return (plant) =>
    attempt(async () => {
      const outcome = await save(plant, unanswered.current);
      if ('value' in outcome) unanswered.current = undefined;
      else if (isUnanswered(outcome.failure)) unanswered.current = plant;
      return outcome;
    });
}
