import { useSyncExternalStore } from 'react';

/**
 * A setting of this browser that is on or off: a hook that reads it, and a function that changes it. On the server,
 * and before the first change, it has its default.
 */
export function keptSwitch(key: string, usual: boolean) {
  const changed = `${key}-changed`;
  const isOn = () => {
    const kept = localStorage.getItem(key);
    return kept === null ? usual : kept === 'on';
  };
  const subscribe = (onChange: () => void) => {
    addEventListener(changed, onChange);
    // A change in another window of this browser.
    addEventListener('storage', onChange);
    return () => {
      removeEventListener(changed, onChange);
      removeEventListener('storage', onChange);
    };
  };
  return {
    useIsOn: (): boolean => useSyncExternalStore(subscribe, isOn, () => usual),
    set: (on: boolean) => {
      localStorage.setItem(key, on ? 'on' : 'off');
      dispatchEvent(new Event(changed));
    },
  };
}
