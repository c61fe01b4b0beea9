import { useEffect, useEffectEvent } from 'react';
import { keptSwitch } from './kept-switch.ts';

/**
 * Whether single keys are shortcuts. A person must be able to turn that off, as speech input types them by accident
 * (WCAG 2.2, success criterion 2.1.4).
 */
export const { useIsOn: useSingleKeysOn, set: setSingleKeysOn } = keptSwitch('plant-store-single-keys', true);

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

/**
 * Whether the focused element uses the key: a text field, or an open dialog or menu. The keys of an open list box do
 * not get here.
 */
const isInUse = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
  ) !== null;
