import { storedText, storeText } from '../../ui/browser-storage.ts';

const storageKey = 'plant-store-saved';

/** Keeps the number of plants that the page without a network has saved, for the page that opens next in this tab. */
export function keepSavedCount(count: number) {
  if (count > 0) storeText('sessionStorage', storageKey, String(count));
}

/** The kept number, once; 0 if there is none. */
export function takeSavedCount(): number {
  const count = Number(storedText('sessionStorage', storageKey)) || 0;
  storeText('sessionStorage', storageKey, undefined);
  return count;
}
