import { type Failure, on } from '@plant-store/client';
import type { NewPlant } from '@plant-store/schema';
import { attempt, noAnswer, type Outcome } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { within } from '../store/within.ts';
import { isIdTaken } from './id-taken.ts';

/** After this the save counts as unanswered: it may have been made all the same. */
const timeoutMs = 20_000;

/** The plant, the ETag of it where its answer came, and whether an earlier try had saved it. */
export type Saved = { plant: NewPlant; etag: string | undefined; wasThereAlready: boolean };

/**
 * Adds a plant. The id is what keeps a plant from being added twice; so when `unanswered`, a save whose answer was
 * lost, was the same plant, and the id turns out to be held by just that plant, that save had been made.
 */
export async function save(plant: NewPlant, unanswered: NewPlant | undefined): Promise<Outcome<Saved>> {
  let etag: string | undefined;
  const onEtag = (answered: string) => {
    etag = answered;
  };
  const outcome = await attempt(() =>
    browserClient.plants.create.mutate(plant, { ...on({ onEtag }), ...within(timeoutMs) }),
  );
  if ('value' in outcome) return { value: { plant, etag, wasThereAlready: false } };
  if (isIdTaken(outcome.failure) && unanswered && isSame(plant, unanswered)) {
    const holder = await attempt(() => browserClient.plants.get.query({ id: plant.id }, within(timeoutMs)));
    if ('value' in holder && isSame(plant, holder.value))
      return { value: { plant, etag, wasThereAlready: true } };
  }
  return outcome;
}

/** Whether it is open what became of the save. */
export const isUnanswered = (failure: Failure): boolean => failure === noAnswer;

const isSame = (one: NewPlant, other: NewPlant) =>
  one.id === other.id && one.name === other.name && one.tag === other.tag;
