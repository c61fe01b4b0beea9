import type { Client, Slot } from './slots.ts';

/** The export of a file has many reads, and may last as long as its client reads slowly. */
export const exportsMax = { caller: 4, whole: 32 };
/** A request that waits for an event costs only its connection, so there may be more of them than slots. */
export const parkedMax = { caller: 20, whole: 1_100 };

/** Places for answers that last long, for each caller and for all. */
export function createPlaces(max: { caller: number; whole: number }) {
  const taken = new Set<Slot>();
  return {
    /** Takes a place, until it is freed. If there is none, gives the caller that has too many, or `{}`. */
    take(slot: Slot): { client?: Client } | undefined {
      const { caller } = slot;
      const ofCaller = [...taken].filter((other) => other.caller?.id === caller?.id).length;
      if (caller && ofCaller >= max.caller) return { client: caller };
      if (taken.size >= max.whole) return {};
      taken.add(slot);
      return undefined;
    },
    free: (slot: Slot) => void taken.delete(slot),
  };
}
