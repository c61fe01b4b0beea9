import type { Failure } from '@plant-store/client';
import type { PlantChange } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSay } from '../page/toasts.tsx';
import { showChanged } from '../plants/plant-queries.ts';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded, noAnswer } from '../store/attempt.ts';
import { isOffline } from '../store/offline.ts';
import { sentence } from '../store/sentence.ts';
import { showVersion } from './plant-query.ts';
import { update, type Version } from './plant-requests.ts';
import { type Saved, saveEdit } from './save-edit.ts';
import { isSameText, type PlantText, textOf } from './three-way.ts';

/** What stands in the way of an edit: somebody else's version, or that the plant is no more. */
export type Obstacle =
  | { kind: 'changed'; before: PlantText; mine: PlantText; theirs: Version; by: PlantChange | undefined }
  | { kind: 'deleted'; mine: PlantText; by: PlantChange | undefined };

/** Saves what was typed on a plant's page, and lets go of nothing of it until the store has it. */
export function useEdit({ start, onSaved }: { start: Version; onSaved: () => void }) {
  const [from, setFrom] = useState(start);
  const [obstacle, setObstacle] = useState<Obstacle>();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const queries = useQueryClient();
  const say = useSay();
  const signInAgain = useSignInAgain();

  function show(version: Version) {
    showVersion(queries, version);
    showChanged(queries, version.plant);
  }

  async function undo(saved: Version, over: Version) {
    const outcome = await update(saved.plant.id, textOf(over.plant), saved.etag);
    if ('failure' in outcome) return say.problem(`Not undone. ${reason(outcome.failure)}`);
    show(outcome.value);
    say.done(`${outcome.value.plant.name} is as it was.`);
  }

  function take(saved: Saved, mine: PlantText, over: Version) {
    if (saved.kind === 'failed')
      return setProblem(`Not saved. ${reason(saved.failure)} Your text stays here.`);
    if (saved.kind === 'deleted') return setObstacle({ ...saved, mine });
    if (saved.kind === 'changed') {
      setFrom(saved.theirs);
      return setObstacle({ ...saved, mine, before: textOf(over.plant) });
    }
    show(saved.version);
    if (!isSameText(textOf(over.plant), mine))
      say.done(`Saved ${saved.version.plant.name}.`, () => void undo(saved.version, over));
    onSaved();
  }

  /** Saves over the version that was last seen, or over another. */
  async function save(mine: PlantText, over = from): Promise<void> {
    setObstacle(undefined);
    if (isOffline())
      return setProblem(
        'You are offline, so nothing was sent. Your text stays here: save it when you are back.',
      );
    setProblem(undefined);
    setSaving(true);
    const saved = await saveEdit(over, mine);
    setSaving(false);
    const isEnded = saved.kind === 'failed' && isSessionEnded(saved.failure);
    if (isEnded && (await signInAgain())) return save(mine, over);
    take(saved, mine, over);
  }

  return { from, save, isSaving, obstacle, problem };
}

function reason(failure: Failure): string {
  if (failure === noAnswer) return 'The store did not answer; saving again does no harm.';
  return isSessionEnded(failure) ? 'Your session has ended.' : sentence(failure.message);
}
