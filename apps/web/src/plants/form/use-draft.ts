import { plantFields } from '@plant-store/schema';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useAskBeforeLoss } from '../../ui/use-ask-before-loss.ts';
import { type NewPlantValues, valuesIn } from '../new-plant-form.ts';
import type { PlantQueue } from '../queue/plant-queue.ts';
import { openStorage } from '../queue/storage.ts';
import { isTabClosed } from '../queue/tab.ts';
import { useQueue } from '../queue-ui/queue-provider.tsx';

/** The current text of the form. It stays while another page of the store is shown. */
let latest: { owner: string; values: NewPlantValues } | undefined;
let isWriting = false;

/**
 * Keeps the text of the form until its plant is queued: while another page is open, after a reload, and after a crash
 * of the browser. In a browser without storage it asks before the page is closed. @param keepsTag true if the tag stays
 * for the next plant; a tag alone is then no draft
 */
export function useDraft(
  form: { setValue: (field: keyof NewPlantValues, text: string) => void },
  place: RefObject<HTMLFormElement | null>,
  keepsTag: boolean,
) {
  const { queue, state } = useQueue();
  const isUsed = useRef(false);
  const valuesNow = useEffectEvent(() => typedIn(place.current, keepsTag));
  const keepTyped = useEffectEvent(() => {
    isUsed.current = true;
    if (queue) keep(queue, valuesNow());
  });
  const restore = useEffectEvent((values: NewPlantValues | undefined) => {
    // Text typed since the page was loaded has priority over the draft. An emptied form is ready for the next plant.
    if (!values || isUsed.current || valuesNow()) return;
    // A draft of an earlier version may lack a field.
    for (const field of plantFields) form.setValue(field, values[field] ?? '');
    keepTyped();
  });
  useEffect(() => {
    const element = place.current;
    if (!element || !queue) return;
    const listening = new AbortController();
    const { signal } = listening;
    if (valuesNow()) keepTyped();
    else if (latest?.owner === queue.owner) restore(latest.values);
    else void takeDraft(queue.owner).then((values) => !signal.aborted && restore(values));
    element.addEventListener('input', keepTyped, { signal });
    return () => listening.abort();
  }, [queue, place]);
  useAskBeforeLoss(state.isPersisted === false, () => typedIn(place.current, keepsTag) !== undefined);
}

/** The text of the form; `undefined` if a person typed nothing there. */
function typedIn(form: HTMLFormElement | null, keepsTag: boolean): NewPlantValues | undefined {
  const values = valuesIn(new FormData(form ?? undefined));
  const isTyped = plantFields.some((field) => values[field] !== '' && !(field === 'tag' && keepsTag));
  return isTyped ? values : undefined;
}

export const hasDraft = (): boolean => latest !== undefined;

/** Tells the draft that a script has changed the field. */
export const keepDraft = (input: HTMLInputElement | undefined) =>
  input?.dispatchEvent(new Event('input', { bubbles: true }));

/** Removes the draft from memory. `QueueDatabase.add` removes the stored draft together with the queued plant. */
export function forgetDraft() {
  latest = undefined;
}

function keep(queue: PlantQueue, values: NewPlantValues | undefined) {
  latest = values && { owner: queue.owner, values };
  if (!isWriting) void writeLatest(queue);
}

/** Stores the text of the form until the latest text is stored. Keys may arrive faster than the disk writes. */
async function writeLatest(queue: PlantQueue) {
  isWriting = true;
  try {
    const store = await openStorage();
    let written: typeof latest;
    do {
      written = latest;
      await store.keepDraft(written?.owner ?? queue.owner, written?.values);
    } while (written !== latest);
  } catch {
    // The page says that the text stays only until the page is closed.
    queue.reportStorageFailure();
  } finally {
    isWriting = false;
  }
}

/** Resolves to the draft of this tab, or to that of a closed tab, which then belongs to this tab. */
async function takeDraft(owner: string): Promise<NewPlantValues | undefined> {
  try {
    const store = await openStorage();
    const drafts = await store.drafts(owner);
    const own = drafts.find(({ tab }) => tab === store.tab);
    if (own) return own.values;
    for (const draft of drafts)
      if ((await isTabClosed(draft.tab)) && (await store.takeDraft(draft))) return draft.values;
  } catch {
    // The form stays empty, as in a browser that stores nothing.
  }
  return undefined;
}
