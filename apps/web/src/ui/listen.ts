/** Calls `listener` at each of these events. @returns a function that ends this */
export function listen<Kind extends Event>(
  target: EventTarget,
  types: readonly string[],
  listener: (event: Kind) => unknown,
  options?: AddEventListenerOptions,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of types) target.addEventListener(type, listener as EventListener, { ...options, signal });
  return () => listening.abort();
}
