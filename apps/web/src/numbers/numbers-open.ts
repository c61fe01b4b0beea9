import { useSyncExternalStore } from 'react';

const storageKey = 'plant-store-numbers';
const changed = 'plant-store-numbers-changed';

/** Whether the numbers are open in this browser. At first they are not: they would push the list away. */
export function useNumbersOpen(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const isOpen = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey) === 'open',
    () => false,
  );
  return [isOpen, setOpen];
}

function setOpen(isOpen: boolean) {
  localStorage.setItem(storageKey, isOpen ? 'open' : 'closed');
  dispatchEvent(new Event(changed));
}

function subscribe(onChange: () => void) {
  addEventListener(changed, onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener(changed, onChange);
    removeEventListener('storage', onChange);
  };
}
