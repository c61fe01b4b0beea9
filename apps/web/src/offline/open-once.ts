/** The time to read the message before the store opens. A form with text is looked at again after it. */
const openMs = 3_000;

/** Waits until the form is empty. The store may take long to answer, and a second call would begin again. */
export function openOnce(hasText: () => boolean, open: () => void): () => void {
  const timer = setInterval(() => {
    if (hasText()) return;
    clearInterval(timer);
    open();
  }, openMs);
  return () => clearInterval(timer);
}
