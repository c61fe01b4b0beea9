import { giveBackMemory } from '@plant-store/db';

const settledMs = 500;

/**
 * Gives back what starting took and nothing needs any more, some 15 MB: V8 itself would keep it until it needs more.
 * It takes some 40 ms, a moment after the start; where Node runs without --expose-gc it does nothing.
 */
export function giveBackStartMemory(): void {
  setTimeout(giveBackMemory, settledMs).unref();
}
