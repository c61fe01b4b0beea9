import { freeMemory } from '@plant-store/db';

const settledMs = 500;

/**
 * Frees about 15 MB of the start; V8 would keep this memory until it needs more. Lasts 40 ms, shortly after the start.
 * Without --expose-gc it does nothing.
 */
export function releaseStartMemory(): void {
  setTimeout(freeMemory, settledMs).unref();
}
