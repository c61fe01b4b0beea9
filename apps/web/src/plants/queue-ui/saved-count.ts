const storageKey = 'plant-store-saved';

/** Keeps the number of plants that the page without a network has saved, for the page that opens next in this tab. */
export function keepSavedCount(count: number) {
  try {
    if (count > 0) sessionStorage.setItem(storageKey, String(count));
  } catch {
    // The browser refuses storage, so only this page has said it.
  }
}

/** The kept number, once; 0 if there is none. */
export function takeSavedCount(): number {
  try {
    const count = Number(sessionStorage.getItem(storageKey));
    sessionStorage.removeItem(storageKey);
    return count;
  } catch {
    return 0;
  }
}
