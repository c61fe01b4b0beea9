import { zodResolver } from '@hookform/resolvers/zod';
import { IdText, type TextField } from '@plant-store/schema';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useScan } from '../../ui/keyboard/loose-keys.ts';
import { useAskBeforeLoss } from '../../ui/use-ask-before-loss.ts';
import { plantHere } from '../id-text/plant-address.ts';
import { scannedText, withoutScan } from '../id-text/scanned-text.ts';
import type { PlantText, Version } from '../queries/plant-requests.ts';
import { useEditDrafts } from './edit-drafts.ts';
import { plantEdit } from './plant-edit.ts';
import { texts } from './texts.ts';
import { isSameText, textOf } from './three-way.ts';
import { useEdit } from './use-edit.ts';

type Edited = {
  version: Version;
  /** True if another person has deleted the plant meanwhile. */
  isDeleted: boolean;
  /** The field with the focus at first. */
  first: TextField;
  onClose: () => void;
  /** True for a field of this form. */
  isHere: (input: Element) => boolean;
};

export type Editing = ReturnType<typeof useEditForm>;

/** The form of a plant's text, on its page and in its row of the list. Typed text stays until it is saved or given up. */
export function useEditForm({ version, isDeleted, first, onClose, isHere }: Edited) {
  const drafts = useEditDrafts();
  const { id } = version.plant;
  const [draft] = useState(() => drafts.get(id));
  // The version on which the edit is based. With typed text it stays the same when the plant is read again, so saving
  // cannot overwrite another person's change.
  const [from, setFrom] = useState(draft?.from ?? version);
  const edit = plantEdit(textOf(from.plant));
  const form = useForm({
    resolver: zodResolver(edit),
    mode: 'onTouched',
    defaultValues: draft?.text ?? textOf(from.plant),
  });
  useScanInEdit(form, textOf(from.plant), isHere);
  const close = () => {
    form.reset(textOf(from.plant));
    drafts.delete(id);
    onClose();
  };
  const onSaved = (saved: Version, text: PlantText) => {
    const { data } = edit.safeParse(form.getValues());
    if (data && isSameText(data, text)) close();
    // The person has typed on during the request, so the form stays open.
    else setFrom(saved);
  };
  const { save, isSaving, conflict, leaveConflict, problem } = useEdit(onSaved);
  const hasConflict = conflict !== undefined;
  useEffect(() => {
    // The choice between the versions had the focus, and goes.
    if (hasConflict) return () => form.setFocus(first);
  }, [hasConflict, form, first]);
  const hasText = () => !isSameText(form.getValues(), textOf(from.plant));
  const keep = useEffectEvent(() => hasText() && drafts.set(id, { from, text: form.getValues() }));
  useEffect(() => {
    form.setFocus(first, { shouldSelect: first === 'tag' });
    return () => void keep();
  }, [form, first]);
  useAskBeforeLoss(true, hasText);
  const isOld = (isDeleted || version.etag !== from.etag) && !isSaving && !conflict;
  const follow = useEffectEvent(() => {
    if (!isDeleted && isSameText(textOf(version.plant), textOf(from.plant))) return setFrom(version);
    if (hasText()) return;
    if (isDeleted) return close();
    setFrom(version);
    form.reset(textOf(version.plant));
  });
  useLayoutEffect(() => {
    if (isOld) follow();
  }, [isOld]);
  const saveChosen = (text: PlantText, theirs: Version) => {
    // After a failure the fields show this text again.
    form.reset(text, { keepDefaultValues: true });
    return save(text, theirs);
  };
  return {
    form,
    /** Saves the typed text. */
    save: (text: PlantText) => (isSaving ? undefined : save(text, from)),
    saveOver: save,
    saveChosen,
    close,
    hasText,
    isSaving,
    conflict,
    leaveConflict,
    problem,
    isOld,
  };
}

/** Takes a scan out of the fields of an edit: its Enter would save the id of another plant as a name or tag. */
function useScanInEdit(
  form: UseFormReturn<PlantText>,
  before: PlantText,
  isHere: (input: Element) => boolean,
) {
  useScan(({ text, isInField }) => {
    const input = document.activeElement;
    if (!isInField || !(input instanceof HTMLInputElement) || !isHere(input)) return false;
    const rest = withoutScan(input, text);
    const id = plantHere(text, location.host) ?? scannedText(text);
    if (rest === undefined || id.length < scanMin || !IdText.safeParse(id).success) return false;
    const field = input.name as TextField;
    // The scan has replaced a text that was selected.
    form.setValue(field, rest.trim() === '' ? before[field] : rest);
    form.setError(field, { type: 'scan', message: texts.edit.scanned(id) });
    return true;
  });
}

/** Nobody types this number of digits at the speed of a scanner, at the end of a name. */
const scanMin = 4;
