/**
 * Frees unused memory of this thread, in about 35 ms. V8 would wait for tens of MB, and keep the pages. Needs
 * --expose-gc.
 */
export function freeMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
