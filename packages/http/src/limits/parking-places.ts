import type { Slot } from './slots.ts';

export const parkedMax = { caller: 20, whole: 1_100 };

/** A request that waits for an event costs only its connection, so there may be more of them than slots. */
export function createParkingPlaces() {
  const ofCallers = new Map<string | undefined, number>();
  let whole = 0;
  return {
    /** Takes a place until the answer ends, or the client disconnects. Returns whether there was one. */
    take({ caller, response }: Slot): boolean {
      const id = caller?.id;
      const ofCaller = ofCallers.get(id) ?? 0;
      if (whole >= parkedMax.whole || ofCaller >= parkedMax.caller) return false;
      whole++;
      ofCallers.set(id, ofCaller + 1);
      response.once('close', () => {
        whole--;
        const left = (ofCallers.get(id) ?? 0) - 1;
        if (left > 0) ofCallers.set(id, left);
        else ofCallers.delete(id);
      });
      return true;
    },
  };
}
