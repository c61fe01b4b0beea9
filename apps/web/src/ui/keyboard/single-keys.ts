import { useEffect, useEffectEvent } from 'react';
import { storedSetting } from '../stored-setting.ts';

/**
 * Says whether single-key shortcuts are on. A person must be able to turn them off, because speech input triggers them
 * by accident (WCAG 2.2, success criterion 2.1.4).
 */
export const { useIsOn: useSingleKeysOn, set: setSingleKeysOn } = storedSetting(
  'plant-store-single-keys',
  true,
);

/**
 * Calls `act` when the key is pressed, unless a text field has the focus or a dialog or menu is open.
 * @returns the key, to show it and for `aria-keyshortcuts`; `undefined` if single-key shortcuts are off
 */
export function useSingleKey(key: string, act: () => void): string | undefined {
  const on = useSingleKeysOn();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isInUse(event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!on) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [on]);
  return on ? key : undefined;
}

/** True if the focused element uses the key itself: a text field, dialog or menu. An open list box keeps its keys. */
const isInUse = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
  ) !== null;
