import { useSyncExternalStore } from 'react';
import { storedText, storeText } from './browser-storage.ts';
import { listen } from './listen.ts';

/** On the server, and before the first change, the setting has its default. */
export function storedSetting(key: string, usual: boolean) {
  const changed = `${key}-changed`;
  const isOn = () => {
    const kept = storedText('localStorage', key);
    return kept === undefined ? usual : kept === 'on';
  };
  // `storage`: the setting was changed in another window of this browser.
  const subscribe = (onChange: () => void) => listen(window, [changed, 'storage'], onChange);
  return {
    isOn,
    useIsOn: (): boolean => useSyncExternalStore(subscribe, isOn, () => usual),
    set: (on: boolean) => {
      storeText('localStorage', key, on ? 'on' : 'off');
      dispatchEvent(new Event(changed));
    },
  };
}
