import type { Failure } from '@plant-store/client';
import type { NewPlant } from '@plant-store/schema';
import { attempt, noAnswer, type Outcome } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { isIdTaken } from './id-taken.ts';

/** After this the save counts as unanswered: it may have been made all the same. */
const timeoutMs = 20_000;

export type Saved = { plant: NewPlant; wasThereAlready: boolean };

/**
 * Adds a plant. The id is what keeps a plant from being added twice; so when `unanswered`, a save whose answer was
 * lost, was the same plant, and the id turns out to be held by just that plant, that save had been made.
 */
export async function save(plant: NewPlant, unanswered: NewPlant | undefined): Promise<Outcome<Saved>> {
  const outcome = await attempt(() => browserClient.plants.create.mutate(plant, inTime()));
  if ('value' in outcome) return { value: { plant, wasThereAlready: false } };
  if (isIdTaken(outcome.failure) && unanswered && isSame(plant, unanswered)) {
    const holder = await attempt(() => browserClient.plants.get.query({ id: plant.id }, inTime()));
    if ('value' in holder && isSame(plant, holder.value)) return { value: { plant, wasThereAlready: true } };
  }
  return outcome;
}

/** Whether it is open what became of the save. */
export const isUnanswered = (failure: Failure): boolean => failure === noAnswer;

const isSame = (one: NewPlant, other: NewPlant) =>
  one.id === other.id && one.name === other.name && one.tag === other.tag;

const inTime = () => ({ signal: AbortSignal.timeout(timeoutMs) });
