import { zodResolver } from '@hookform/resolvers/zod';
import type { Failure } from '@plant-store/client';
import { type NewPlant, NewPlantText } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import type { Version } from '../plant/plant-requests.ts';
import { useTrash } from '../plant/use-trash.ts';
import { useMay } from '../session/may.tsx';
import { isOffline } from '../store/offline.ts';
import type { PostedPlant } from './actions.ts';
import { isIdTaken } from './id-taken.ts';
import { refreshPlants, showAdded } from './list-changes.ts';
import { byField, type FieldName, fieldNames, type NewPlantValues } from './new-plant-form.ts';
import { type Message, said } from './save-message.ts';
import { useSave } from './use-save.ts';

export type NewPlantForm = UseFormReturn<NewPlantValues, unknown, NewPlant>;

/** A submit that comes this soon after a save, into empty fields, is the second half of a double click. */
const echoMs = 1_000;

/**
 * The form to add plants. What is typed stays in the inputs themselves, so that it is there before this code is, and
 * is cleared only once the store has confirmed it.
 */
export function useNewPlantForm({ posted, onAdded }: { posted: PostedPlant; onAdded: (id: bigint) => void }) {
  const [message, setMessage] = useState<Message>();
  const [added, setAdded] = useState<Version>();
  const [isSaving, setSaving] = useState(false);
  const [keepsTag, setKeepsTag] = useState(false);
  const [postedErrors] = useState(() => errorsOf(posted));
  const isRunning = useRef(false);
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  const queries = useQueryClient();
  const save = useSave();
  const { throwAway } = useTrash();
  const may = useMay();
  const form: NewPlantForm = useForm({
    resolver: zodResolver(NewPlantText),
    mode: 'onTouched',
    errors: postedErrors,
  });

  async function add(plant: NewPlant) {
    if (isOffline()) return setMessage(said.offline);
    const sent = form.getValues();
    setMessage(undefined);
    setAdded(undefined);
    setSaving(true);
    const outcome = await save(plant);
    setSaving(false);
    if ('failure' in outcome) {
      // What is suggested is out of date too, or it would be taken for the way out.
      if (isIdTaken(outcome.failure)) refreshPlants(queries);
      return setMessage(showRefusal(form, plant, outcome.failure));
    }
    savedAt.current = performance.now();
    setMessage(outcome.value.wasThereAlready ? said.wasThereAlready(plant) : said.added(plant));
    if (may('plants:delete') && !outcome.value.wasThereAlready) setAdded(outcome.value);
    clear(form, sent, keepsTag);
    onAdded(plant.id);
    await showAdded(queries, plant);
  }

  async function takeBack(version: Version) {
    setAdded(undefined);
    setMessage(undefined);
    form.setFocus('id');
    await throwAway(version);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { id, name } = form.getValues();
    const isEcho = performance.now() - savedAt.current < echoMs && id === '' && name === '';
    // Known at once, where what React knows would be a moment late for a second click.
    if (isRunning.current || isEcho) return;
    isRunning.current = true;
    try {
      await form.handleSubmit(add, () => setMessage(said.atField))(event);
    } finally {
      isRunning.current = false;
    }
  }

  /** Undoes the last one, while it is what the message is about. */
  const undo = added && message?.kind === 'done' ? () => void takeBack(added) : undefined;
  return { form, submit, message, undo, isSaving, keepsTag, setKeepsTag };
}

/** Empties the fields for the next plant. What was changed while the answer was on its way is that one's, and stays. */
function clear(form: NewPlantForm, sent: NewPlantValues, keepsTag: boolean) {
  const now = form.getValues();
  const left = (field: FieldName) => (now[field] === sent[field] ? '' : now[field]);
  const values = { id: left('id'), name: left('name'), tag: keepsTag ? now.tag : left('tag') };
  form.reset(values, { keepFieldsRef: true });
  form.setFocus('id');
}

/** Puts what the store found wrong at the fields it is about; the rest is for the message that this returns. */
function showRefusal(form: NewPlantForm, plant: NewPlant, failure: Failure): Message {
  const errors = toErrors(byField(failure.problems), isIdTaken(failure));
  const [first] = fieldNames.filter((field) => errors[field]);
  if (!first) return said.refused(plant, failure);
  for (const field of fieldNames) if (errors[field]) form.setError(field, errors[field]);
  form.setFocus(first);
  return said.atField;
}

function errorsOf({ problems, isIdTaken }: PostedPlant): FieldErrors<NewPlantValues> | undefined {
  return Object.keys(problems).length > 0 ? toErrors(problems, isIdTaken ?? false) : undefined;
}

function toErrors(problems: PostedPlant['problems'], isTaken: boolean): FieldErrors<NewPlantValues> {
  const type = isTaken ? 'taken' : 'store';
  return Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, { type, message }]));
}
