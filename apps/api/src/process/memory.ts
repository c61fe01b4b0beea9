import { freeMemory } from '@plant-store/db';

const settledMs = 500;

/**
 * Frees some 15 MB that only the start needed; V8 would keep them until it needs more memory. It takes 40 ms, shortly
 * after the start. Without --expose-gc it does nothing.
 */
export function releaseStartMemory(): void {
  setTimeout(freeMemory, settledMs).unref();
}
