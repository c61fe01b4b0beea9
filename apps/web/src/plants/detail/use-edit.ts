import type { PlantChange } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isError, type Outcome } from '../../api/attempt.ts';
import { isOffline } from '../../api/offline.ts';
import { changeProblem, tellFailure } from '../../api/reason.ts';
import { texts as requestTexts } from '../../api/texts.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import type { Fail } from '../../ui/toasts/undo-steps.ts';
import { showChanged } from '../queries/list-changes.ts';
import { plantVersion, showVersion } from '../queries/plant-query.ts';
import { lastChange, type PlantText, read, update, type Version } from '../queries/plant-requests.ts';
import { texts } from './texts.ts';
import { changedIn, isSameText, textOf } from './three-way.ts';

export type EditConflict =
  | { kind: 'changed'; before: PlantText; mine: PlantText; theirs: Version; by: PlantChange | undefined }
  | { kind: 'deleted'; mine: PlantText; by: PlantChange | undefined };

/** Saves the typed text of a plant, and keeps the text until the store has confirmed it. */
export function useEdit(onSaved: (saved: Version, text: PlantText) => void) {
  const [conflict, setConflict] = useState<EditConflict>();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const queries = useQueryClient();
  const toasts = useToasts();
  const attemptSignedIn = useAttempt();

  function show(version: Version) {
    showVersion(queries, version);
    showChanged(queries, [version.plant]);
  }

  /** @param isUndo false for the Undo of an Undo */
  async function undo(saved: Version, over: Version, isUndo: boolean, fail?: Fail): Promise<void> {
    const outcome = await attemptSignedIn(() => saveEdit(saved, textOf(over.plant)));
    if (outcome.failure)
      return tellFailure(outcome.failure, changeProblem(outcome.failure, texts.edit.notUndone), {
        show: toasts.problem,
        repeat: () => undo(saved, over, isUndo),
        fail,
      });
    if (outcome.value.kind !== 'saved') return toasts.problem(texts.edit.notUndone(requestTexts.changed));
    const { version } = outcome.value;
    show(version);
    const back = (fail?: Fail) => undo(version, saved, !isUndo, fail);
    toasts[isUndo ? 'done' : 'doneStep'](texts.edit.undone(version.plant.name), back);
  }

  function take(saved: EditOutcome, mine: PlantText, over: Version) {
    if (saved.kind === 'deleted') {
      void queries.invalidateQueries({ queryKey: plantVersion(over.plant.id).queryKey });
      return setConflict({ ...saved, mine });
    }
    if (saved.kind === 'changed') {
      show(saved.theirs);
      return setConflict({ ...saved, mine, before: textOf(over.plant) });
    }
    show(saved.version);
    if (!isSameText(textOf(over.plant), mine))
      toasts.doneStep(texts.edit.saved(saved.version.plant.name), (fail) =>
        undo(saved.version, over, true, fail),
      );
    onSaved(saved.version, mine);
  }

  /** Replaces the base version, or a newer version that the person has seen. */
  async function save(mine: PlantText, over: Version): Promise<void> {
    setConflict(undefined);
    if (isOffline()) return setProblem(texts.edit.offline);
    setProblem(undefined);
    setSaving(true);
    const outcome = await attemptSignedIn(() => saveEdit(over, mine));
    setSaving(false);
    if (!outcome.failure) take(outcome.value, mine, over);
    else setProblem(changeProblem(outcome.failure, texts.edit.failed));
  }

  return { save, isSaving, conflict, leaveConflict: () => setConflict(undefined), problem };
}

type EditOutcome =
  | { kind: 'saved'; version: Version }
  /** Another person saved first: `theirs` is their version, `by` their change if it can be read. */
  | { kind: 'changed'; theirs: Version; by: PlantChange | undefined }
  | { kind: 'deleted'; by: PlantChange | undefined };

/**
 * If the store already has `mine`, an earlier attempt has saved it, and only its answer was lost. If the plant has the
 * text of `from` again, or its ETag was unknown, the text is saved over it.
 */
async function saveEdit(from: Version, mine: PlantText): Promise<Outcome<EditOutcome>> {
  const { id } = from.plant;
  const outcome = await update(id, changedIn(mine, textOf(from.plant)), from.etag);
  if (!outcome.failure) return { value: { kind: 'saved', version: outcome.value } };
  if (!isError(outcome.failure, 'preconditionFailed') && !isError(outcome.failure, 'notFound'))
    return outcome;
  const theirs = await read(id);
  if (theirs.failure)
    return isError(theirs.failure, 'notFound')
      ? { value: { kind: 'deleted', by: await lastChange(id) } }
      : theirs;
  if (isSameText(textOf(theirs.value.plant), mine))
    return { value: { kind: 'saved', version: theirs.value } };
  if (isSameText(textOf(theirs.value.plant), textOf(from.plant)) && theirs.value.etag !== from.etag)
    return saveEdit(theirs.value, mine);
  return { value: { kind: 'changed', theirs: theirs.value, by: await lastChange(id) } };
}
