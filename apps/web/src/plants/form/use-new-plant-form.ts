import { zodResolver } from '@hookform/resolvers/zod';
import { type NewPlant, NewPlantText } from '@plant-store/schema';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { emptyValues, type FieldName, type NewPlantForm, type NewPlantValues } from '../new-plant-form.ts';
import { useQueue } from '../waiting/queue-provider.tsx';
import { formMessages } from '../waiting/save-message.ts';
import { forgetDraft } from '../waiting/use-draft.ts';
import type { PostedPlant } from './actions.ts';
import { texts } from './texts.ts';
import { useScanner } from './use-scanner.ts';

/** The maximum time between the clicks of a double click. A submit of empty fields within this time is ignored. */
const doubleClickMs = 1_000;

/**
 * The form to add plants. Enter checks the fields, passes the plant to the queue, clears the fields and focuses Id, all
 * before the next key. The inputs are uncontrolled, so typing works before hydration.
 */
export function useNewPlantForm(posted: PostedPlant, place: RefObject<HTMLFormElement | null>) {
  const { queue, state, setMessage } = useQueue();
  const [keepsTag, setKeepsTag] = useState(false);
  const [postedErrors] = useState(() => errorsOf(posted));
  const addedAt = useRef(Number.NEGATIVE_INFINITY);
  const lastAdded = useRef<NewPlant>(undefined);
  const form: NewPlantForm = useForm({
    resolver: zodResolver(NewPlantText),
    mode: 'onTouched',
    errors: postedErrors,
  });
  const { cleanId, onIdKey, onKeyAfterScan } = useScanner(
    form,
    (id) => (id === String(lastAdded.current?.id) && isSecondScan(BigInt(id))) || focus('name'),
  );

  function add(plant: NewPlant) {
    if (!queue) return;
    if (isSecondScan(plant.id)) return;
    forgetDraft();
    setMessage(undefined);
    queue.add(plant);
    lastAdded.current = plant;
    addedAt.current = performance.now();
    form.reset({ ...emptyValues, tag: keepsTag ? form.getValues('tag') : '' }, { keepFieldsRef: true });
    focus('id');
  }

  /** Focuses a field before the next key arrives; `setFocus` of react-hook-form would focus it later. */
  function focus(field: FieldName) {
    const input = place.current?.elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.focus();
    return input instanceof HTMLInputElement ? input : undefined;
  }

  /**
   * Shows an error if the id was just added, but only once. The store decides on a second try, because the id may be
   * free again.
   */
  function isSecondScan(id: bigint): boolean {
    const last = lastAdded.current;
    const isRefused = state.entries.some(({ plant, refusal }) => refusal && plant.id === id);
    if (last?.id !== id || isRefused) return false;
    lastAdded.current = undefined;
    form.setError('id', { type: 'again', message: texts.justAdded(last.id, last.name) });
    setMessage(formMessages.atField);
    focus('id')?.select();
    return true;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    cleanId();
    const { id, name } = form.getValues();
    const isEcho = performance.now() - addedAt.current < doubleClickMs && id === '' && name === '';
    if (!isEcho) void form.handleSubmit(add, () => setMessage(formMessages.atField))(event);
  }

  return { form, submit, focus, onIdKey, onKeyAfterScan, keepsTag, setKeepsTag };
}

function errorsOf({ problems, isIdTaken }: PostedPlant): FieldErrors<NewPlantValues> | undefined {
  const type = isIdTaken ? 'taken' : 'store';
  const errors = Object.entries(problems).map(([field, message]) => [field, { type, message }]);
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}
