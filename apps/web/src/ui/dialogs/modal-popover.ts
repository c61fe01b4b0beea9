/** Marks the history entry of an open dialog. */
const mark = 'modalPopover';
/** Resolves when the history has left the entry of the dialog that was closed last. */
let left = Promise.resolve();

/**
 * Makes an open popover modal until the returned function is called: the rest of the page is inert, and Escape and Back
 * close it. Without a script, a popover opens too, which a `dialog` element does not. It closes if it stands in the
 * page instead, as on a screen that was turned.
 */
export function makeModal(element: HTMLElement): () => void {
  const close = () => element.hidePopover();
  const behind = besides(element).filter(({ inert }) => !inert);
  for (const one of behind) one.inert = true;
  const listening = new AbortController();
  const { signal } = listening;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  };
  document.addEventListener('keydown', onKeyDown, { signal });
  addEventListener('resize', () => getComputedStyle(element).position !== 'fixed' && close(), { signal });
  // Android's Back goes back in the history, so the dialog has an entry of its own.
  void left.then(() => {
    if (signal.aborted) return;
    if (!history.state?.[mark]) history.pushState({ ...history.state, [mark]: true }, '');
    addEventListener('popstate', () => history.state?.[mark] || close(), { signal });
  });
  return () => {
    listening.abort();
    for (const one of behind) one.inert = false;
    if (history.state?.[mark]) left = goBack();
  };
}

/** The siblings of an element and of all its ancestors. */
function besides(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  if (!parentElement || element === document.body) return [];
  const siblings = [...parentElement.children].filter((one) => one instanceof HTMLElement && one !== element);
  return [...(siblings as HTMLElement[]), ...besides(parentElement)];
}

const goBack = () =>
  new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    history.back();
  });
