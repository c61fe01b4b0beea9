import { useSyncExternalStore } from 'react';

/**
 * Something that is on or off in this browser, and stays as it was left: a hook that tells it, and a function that
 * changes it. On the server, and until somebody has chosen, it is as usual.
 */
export function keptSwitch(key: string, usual: boolean) {
  const changed = `${key}-changed`;
  const isOn = () => {
    const kept = localStorage.getItem(key);
    return kept === null ? usual : kept === 'on';
  };
  const subscribe = (onChange: () => void) => {
    addEventListener(changed, onChange);
    // In another window of this browser.
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
