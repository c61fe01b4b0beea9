import { zodResolver } from '@hookform/resolvers/zod';
import type { Failure } from '@plant-store/client';
import { type NewPlant, NewPlantText } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded, type Outcome } from '../store/attempt.ts';
import { isOffline } from '../store/offline.ts';
import type { PostedPlant } from './actions.ts';
import { isIdTaken } from './id-taken.ts';
import { byField, fieldNames, type NewPlantValues } from './new-plant-form.ts';
import { showAdded } from './plant-queries.ts';
import { isUnanswered, type Saved, save } from './save.ts';
import { type Message, said } from './save-message.ts';

/** A submit that comes this soon after a save, into empty fields, is the second half of a double click. */
const echoMs = 1_000;

/**
 * The form to add plants: what is typed stays in the inputs themselves, so that it is there before this code is, and
 * is cleared only once the store has confirmed it.
 */
export function useNewPlantForm({ posted, onAdded }: { posted: PostedPlant; onAdded: (id: bigint) => void }) {
  const [message, setMessage] = useState<Message>();
  const [isSaving, setSaving] = useState(false);
  const [keepsTag, setKeepsTag] = useState(false);
  const running = useRef(false);
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  const unanswered = useRef<NewPlant>(undefined);
  const queries = useQueryClient();
  const signInAgain = useSignInAgain();
  const [postedErrors] = useState(() => errorsOf(posted));
  const form = useForm<NewPlantValues, unknown, NewPlant>({
    resolver: zodResolver(NewPlantText),
    mode: 'onTouched',
    errors: postedErrors,
  });

  async function add(plant: NewPlant) {
    if (isOffline()) return setMessage(said.offline);
    const sent = form.getValues();
    setMessage(undefined);
    setSaving(true);
    const outcome = await saveSignedIn(plant);
    setSaving(false);
    if ('value' in outcome) await finish(outcome.value, sent);
    else refuse(plant, outcome.failure);
  }

  async function saveSignedIn(plant: NewPlant): Promise<Outcome<Saved>> {
    const outcome = await save(plant, unanswered.current);
    if (!('failure' in outcome) || !isSessionEnded(outcome.failure)) return outcome;
    return (await signInAgain()) ? saveSignedIn(plant) : outcome;
  }

  async function finish({ plant, wasThereAlready }: Saved, sent: NewPlantValues) {
    unanswered.current = undefined;
    savedAt.current = performance.now();
    setMessage(wasThereAlready ? said.wasThereAlready(plant) : said.added(plant));
    // What was changed while the answer was on its way is the next plant's, and stays.
    const now = form.getValues();
    const left = (field: keyof NewPlantValues) => (now[field] === sent[field] ? '' : now[field]);
    form.reset(
      { id: left('id'), name: left('name'), tag: keepsTag ? now.tag : left('tag') },
      { keepFieldsRef: true },
    );
    form.setFocus('id');
    onAdded(plant.id);
    await showAdded(queries, plant);
  }

  function refuse(plant: NewPlant, failure: Failure) {
    if (isUnanswered(failure)) unanswered.current = plant;
    const problems = byField(failure.problems);
    const fields = fieldNames.filter((field) => problems[field]);
    const type = isIdTaken(failure) ? 'taken' : 'store';
    for (const field of fields) form.setError(field, { type, message: problems[field] });
    const [first] = fields;
    if (first) form.setFocus(first);
    setMessage(first ? said.atField : said.refused(plant, failure));
  }

  /** Whether nothing is to be done about a submit: a save is under way, or has just been made. */
  function isRepeated() {
    const { id, name } = form.getValues();
    return running.current || (performance.now() - savedAt.current < echoMs && id === '' && name === '');
  }

  async function submit(event: { preventDefault(): void; persist?: () => void }) {
    event.preventDefault();
    if (isRepeated()) return;
    running.current = true;
    await form
      .handleSubmit(add, () => setMessage(said.atField))(event as never)
      .finally(() => {
        running.current = false;
      });
  }

  return { form, submit, message, isSaving, keepsTag, setKeepsTag };
}

function errorsOf({ problems, isIdTaken }: PostedPlant) {
  const entries = fieldNames.flatMap((field) => {
    const message = problems[field];
    return message ? [[field, { type: isIdTaken ? 'taken' : 'store', message }]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
