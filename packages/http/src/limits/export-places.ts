import type { Exceeded, Slot } from './slots.ts';

/** The maximum numbers of files that are sent at the same time: to one caller, and to all callers. */
export const exportsMax = { caller: 4, whole: 32 };

/**
 * Counts the requests whose answer is a whole list as a file. Such an answer has many reads, and may last as long as its
 * client reads slowly.
 */
export function createExportPlaces() {
  const taken = new Set<Slot>();
  return {
    /** Gives a place to a request, unless its caller or all callers together have too many. */
    take(slot: Slot): Exceeded | undefined {
      const { caller } = slot;
      const ofCaller = [...taken].filter((other) => other.caller === caller).length;
      if (caller && ofCaller >= exportsMax.caller) return { of: 'exports', client: caller };
      if (taken.size >= exportsMax.whole) return { of: 'exports' };
      taken.add(slot);
      return undefined;
    },
    free: (slot: Slot) => void taken.delete(slot),
  };
}
