import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const storageKey = 'plant-store-single-keys';
const changed = 'plant-store-single-keys-changed';

/**
 * Whether single keys are shortcuts, which a person must be able to turn off: speech input types them by accident
 * (WCAG 2.2, success criterion 2.1.4).
 */
export const useSingleKeysOn = (): boolean => useSyncExternalStore(subscribe, isOn, () => true);

export function setSingleKeysOn(on: boolean) {
  localStorage.setItem(storageKey, on ? 'on' : 'off');
  dispatchEvent(new Event(changed));
}

/** Calls `act` when the key is pressed while nothing is being typed and no dialog or menu is open. */
export function useSingleKey(key: string, act: () => void) {
  const on = useSingleKeysOn();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isInUse(event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!on) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [on]);
}

const isOn = () => localStorage.getItem(storageKey) !== 'off';

function subscribe(onChange: () => void) {
  addEventListener(changed, onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener(changed, onChange);
    removeEventListener('storage', onChange);
  };
}

/** Whether the key is meant for what has the focus: text that is edited, or an open dialog or menu. */
const isInUse = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
  ) !== null;
