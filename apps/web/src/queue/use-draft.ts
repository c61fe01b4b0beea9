import { useEffect, useEffectEvent, useRef } from 'react';
import type { NewPlantValues } from '../plants/new-plant-form.ts';
import { openKept } from './kept.ts';
import { lastOwner, unknownOwner } from './owner.ts';
import { useQueue } from './queue-provider.tsx';
import { isTabClosed } from './tab.ts';

type Form = {
  getValues: () => NewPlantValues;
  setValue: (field: keyof NewPlantValues, text: string) => void;
};

/**
 * Keeps what was typed into the form, until its plant is queued: through a look at another page, a reload, and a browser
 * that was killed. Where the browser keeps nothing, it asks before the page is closed.
 * @param place the form.
 * @param keepsTag whether the tag is meant for the next plant, and so is no text that was begun.
 */
export function useDraft(form: Form, place: React.RefObject<HTMLFormElement | null>, keepsTag: boolean) {
  const { queue, state } = useQueue();
  const isTyped = useEffectEvent(() => {
    const { id, name, tag } = form.getValues();
    return Boolean(id || name || (tag && !keepsTag));
  });
  const writing = useRef(Promise.resolve());
  const isChanged = useRef(false);
  const keep = useEffectEvent(() => {
    if (isChanged.current) return;
    isChanged.current = true;
    // One write at a time, with the text as it is then: a key is pressed more often than a disk writes.
    writing.current = writing.current.then(async () => {
      isChanged.current = false;
      const store = await openKept().catch(() => undefined);
      await store?.keepDraft(owner(), isTyped() ? form.getValues() : undefined).catch(() => undefined);
    });
  });
  const restore = useEffectEvent(async () => {
    const draft = await takeDraft();
    // What was typed since the page was loaded stays.
    if (!draft || isTyped()) return;
    for (const field of ['id', 'name', 'tag'] as const) form.setValue(field, draft[field]);
    keep();
  });
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (state.isKept === false && (isTyped() || state.entries.length > 0)) event.preventDefault();
  });
  useEffect(() => {
    const element = place.current;
    if (!element || !queue) return;
    if (isTyped()) keep();
    else void restore();
    element.addEventListener('input', keep);
    addEventListener('beforeunload', ask);
    return () => {
      element.removeEventListener('input', keep);
      removeEventListener('beforeunload', ask);
    };
  }, [queue, place]);
}

const owner = () => lastOwner() ?? unknownOwner;

/** The draft of this tab, or else one that a closed tab has left. */
async function takeDraft(): Promise<NewPlantValues | undefined> {
  try {
    const store = await openKept();
    const drafts = await store.drafts(owner());
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
