'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { attempt, isError, isSessionEnded, noAnswer } from '../../api/attempt.ts';
import { sentence } from '../../api/sentence.ts';
import { callersClient } from '../../session/session.ts';
import { typedId } from '../id-text/typed-id.ts';
import {
  byField,
  type FieldName,
  type NewPlantValues,
  parseNewPlant,
  toAddress,
  valuesIn,
} from '../new-plant-form.ts';
import { texts } from './texts.ts';

export type PostedPlant = {
  values: NewPlantValues;
  problems: Partial<Record<FieldName, string>>;
  isIdTaken?: boolean;
  problem?: string;
};

/** Adds a plant from a form post, which a browser sends without JavaScript or before the script has loaded. */
export async function postPlant(_state: PostedPlant, form: FormData): Promise<PostedPlant> {
  const typed = valuesIn(form);
  // The web server sets this header to the host at which the browser opened the store.
  const host = (await headers()).get('x-forwarded-host') ?? '';
  const values = { ...typed, id: typedId(typed.id, host) };
  const { plant, problems } = parseNewPlant(values);
  if (!plant) return { values, problems };
  const client = await callersClient();
  const outcome = client && (await attempt(() => client.plants.create.mutate(plant)));
  // Keeps the typed values in the address while the person signs in again.
  if (!outcome || (outcome.failure && isSessionEnded(outcome.failure)))
    redirect(`/sign-in?to=${encodeURIComponent(toAddress(values))}`);
  if (!outcome.failure) redirect(`/?added=${plant.id}`);
  const { failure } = outcome;
  if (failure === noAnswer) return { values, problems: {}, problem: texts.unanswered };
  const found = byField(failure.problems);
  return Object.keys(found).length > 0
    ? { values, problems: found, isIdTaken: isError(failure, 'idTaken') }
    : { values, problems: {}, problem: sentence(failure.message) };
}
