import type { Exceeded, Slot } from './slots.ts';

export const exportsMax = { caller: 4, whole: 32 };

/** Such an answer has many reads, and may last as long as its client reads slowly. */
export function createExportPlaces() {
  const taken = new Set<Slot>();
  return {
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
