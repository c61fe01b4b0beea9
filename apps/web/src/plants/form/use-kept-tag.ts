import { type RefObject, useEffect, useEffectEvent } from 'react';
import { storedJson, storeText } from '../../ui/browser-storage.ts';
import type { NewPlantForm } from '../new-plant-form.ts';
import { useQueue } from '../queue-ui/queue-provider.tsx';

const storageKey = 'plant-store-kept-tag';

/** The name of the checkbox that keeps the tag. */
export const keepName = 'keep';

/** Keeps the tag for the next plants of the same owner until the tab is closed, also while another page is open. */
export function useKeptTag(
  form: Pick<NewPlantForm, 'setValue'>,
  place: RefObject<HTMLFormElement | null>,
  setKeepsTag: (keepsTag: boolean) => void,
) {
  const owner = useQueue().queue?.owner;
  const field = (name: string) => place.current?.elements.namedItem(name) as HTMLInputElement | null;
  const restore = useEffectEvent(() => {
    const tag = owner === undefined ? undefined : keptTag(owner);
    if (tag === undefined) return;
    setKeepsTag(true);
    if (field('tag')?.value === '') form.setValue('tag', tag);
  });
  const keep = useEffectEvent(() => {
    if (owner !== undefined) keepTag(owner, field(keepName)?.checked ? field('tag')?.value : undefined);
  });
  useEffect(() => {
    const element = place.current;
    if (!element || owner === undefined) return;
    restore();
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [owner, place]);
}

export function keepTag(owner: string, tag: string | undefined) {
  storeText('sessionStorage', storageKey, tag === undefined ? undefined : JSON.stringify([owner, tag]));
}

/** The tag that this owner keeps in this tab of the browser. */
export function keptTag(owner: string): string | undefined {
  const kept = storedJson('sessionStorage', storageKey);
  const [of, tag] = Array.isArray(kept) ? kept : [];
  return of === owner && typeof tag === 'string' ? tag : undefined;
}
