import { useEffect, useEffectEvent } from 'react';
import { storedSetting } from '../stored-setting.ts';
import { onLooseKey } from './loose-keys.ts';

/** Speech input triggers single keys by accident, so a person can turn them off (WCAG 2.2, success criterion 2.1.4). */
export const { useIsOn: useSingleKeysOn, set: setSingleKeysOn } = storedSetting(
  'plant-store-single-keys',
  true,
);

/**
 * Calls `act` when the key alone is pressed, unless a text field has the focus or a dialog or menu is open. It waits
 * until no scan can have begun with the key.
 * @returns the key, to show it and for `aria-keyshortcuts`; `undefined` if single-key shortcuts are off
 */
export function useSingleKey(key: string, act: () => void): string | undefined {
  const on = useSingleKeysOn();
  const actNow = useEffectEvent(act);
  useEffect(() => (on ? onLooseKey(key, () => actNow()) : undefined), [on, key]);
  return on ? key : undefined;
}
