import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { fieldNames, type NewPlantValues } from '../plants/new-plant-form.ts';
import { openKept } from './kept.ts';
import type { PlantQueue } from './plant-queue.ts';
import { useQueue } from './queue-provider.tsx';
import { isTabClosed } from './tab.ts';

/** The text of the form as it is now, also while another page of the store is shown. */
let latest: { owner: string; values: NewPlantValues } | undefined;
let isWriting = false;

/**
 * Keeps what was typed into the form, until its plant is queued: through a look at another page, a reload, and a browser
 * that was killed. Where the browser keeps nothing, it asks before the page is closed.
 * @param keepsTag whether the tag is meant for the next plant: alone, it is no text that was begun.
 */
export function useDraft(
  form: { setValue: (field: keyof NewPlantValues, text: string) => void },
  place: RefObject<HTMLFormElement | null>,
  keepsTag: boolean,
) {
  const { queue, state } = useQueue();
  const isUsed = useRef(false);
  const valuesNow = useEffectEvent((): NewPlantValues | undefined => {
    const typed = new FormData(place.current ?? undefined);
    const [id = '', name = '', tag = ''] = fieldNames.map((field) => String(typed.get(field) ?? ''));
    return id || name || (tag && !keepsTag) ? { id, name, tag } : undefined;
  });
  const keepTyped = useEffectEvent(() => {
    isUsed.current = true;
    if (queue) keep(queue, valuesNow());
  });
  const restore = useEffectEvent((values: NewPlantValues | undefined) => {
    // What was typed since the page was loaded stays, and a form that is empty again waits for the next plant.
    if (!values || isUsed.current || valuesNow()) return;
    for (const field of fieldNames) form.setValue(field, values[field]);
    keepTyped();
  });
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (state.isKept === false && valuesNow()) event.preventDefault();
  });
  useEffect(() => {
    const element = place.current;
    if (!element || !queue) return;
    if (valuesNow()) keepTyped();
    else if (latest?.owner === queue.owner) restore(latest.values);
    else void takeDraft(queue.owner).then(restore);
    element.addEventListener('input', keepTyped);
    addEventListener('beforeunload', ask);
    return () => {
      element.removeEventListener('input', keepTyped);
      removeEventListener('beforeunload', ask);
    };
  }, [queue, place]);
}

/** The text is that of a plant which is queued now, together with which its draft goes. */
export function forgetDraft() {
  latest = undefined;
}

function keep(queue: PlantQueue, values: NewPlantValues | undefined) {
  latest = values && { owner: queue.owner, values };
  if (!isWriting) void writeLatest(queue);
}

/** Writes the text until the database has it as it is: a key is pressed more often than a disk writes. */
async function writeLatest(queue: PlantQueue) {
  isWriting = true;
  try {
    const store = await openKept();
    for (let written: typeof latest | null = null; written !== latest; ) {
      written = latest;
      await store.keepDraft(written?.owner ?? queue.owner, written?.values);
    }
  } catch {
    // The text is then kept as long as the page is open, and so would the plant be.
    queue.doubtStorage();
  } finally {
    isWriting = false;
  }
}

/** The draft of this tab, or else one that a closed tab has left. */
async function takeDraft(owner: string): Promise<NewPlantValues | undefined> {
  try {
    const store = await openKept();
    const drafts = await store.drafts(owner);
    const own = drafts.find(({ tab }) => tab === store.tab);
    if (own) return own.values;
    for (const draft of drafts) {
      if (!(await isTabClosed(draft.tab))) continue;
      await store.removeDraft(draft);
      return draft.values;
    }
  } catch {
    // The form is then empty, as in a browser that keeps nothing.
  }
  return undefined;
}
