import type { Failure } from '@plant-store/client';
import type { NewPlant } from '@plant-store/schema';
import { isolated } from '../page/isolated.ts';
import { isSessionEnded } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';
import { isUnanswered } from './save.ts';

/** What became of a save, for the person at the form; `atField` where a field of the form says why. */
export type Message = { kind: 'done' | 'problem' | 'atField'; text: string };

const done = (text: string): Message => ({ kind: 'done', text });
const problem = (text: string): Message => ({ kind: 'problem', text });

/** What is said when: what happened, and what to do next. */
export const said = {
  added: ({ id, name }: NewPlant) => done(`Added ${isolated(name)} (id ${id}).`),
  wasThereAlready: ({ id, name }: NewPlant) =>
    done(`${isolated(name)} (id ${id}) had been saved the first time; it was not added twice.`),
  addedBefore: done,
  offline: problem(
    'You are offline, so nothing was sent. Your text stays here: add the plant when you are back.',
  ),
  posted: problem,
  atField: { kind: 'atField', text: 'Not added yet.' } satisfies Message,
  refused: (plant: NewPlant, failure: Failure) => problem(refusal(plant, failure)),
};

function refusal({ name }: NewPlant, failure: Failure): string {
  if (isUnanswered(failure))
    return `No answer came, so ${isolated(name)} may or may not have been saved. Your text stays here: add it again, and the id keeps it from being added twice.`;
  if (isSessionEnded(failure))
    return 'Not added: your session has ended. Your text stays here: add the plant again to sign in.';
  return `Not added. ${sentence(failure.message)} Your text stays here.`;
}
