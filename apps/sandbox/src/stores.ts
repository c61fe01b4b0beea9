import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Place } from './places.ts';

type Served = { port: number; close(): Promise<void> };
type Stores = {
  /** The port of the present store. */
  port(): number;
  /** Puts a new store in the place of the present one. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The next store is open before it is needed, so a reset only exchanges two ports. Everything that the former store or
 * its server remembers ends with it.
 */
export async function startStores(
  newPlace: () => Promise<Place>,
  serveAt: (url: string) => Promise<Served>,
): Promise<Stores> {
  const open = async (): Promise<Served> => {
    const place = await newPlace();
    try {
      const { port, close } = await serveAt(place.url);
      return { port, close: () => close().finally(place.remove) };
    } catch (cause) {
      // The first error is the cause of any other one.
      await place.remove().catch(() => undefined);
      throw cause;
    }
  };
  const openNext = () => {
    const opening = open();
    // Without a reset nobody waits for it.
    opening.catch(() => undefined);
    return opening;
  };
  let present = await open();
  let next = openNext();
  const closing = new Set<Promise<void>>();
  const reset = async () => {
    // After a failure, such as that of a full disk, the cause may be gone.
    const following = await next.catch(open);
    await arrivedRequests();
    const end = present.close().catch((cause) => void process.stderr.write(`${cause}\n`));
    closing.add(end);
    void end.then(() => closing.delete(end));
    present = following;
    next = openNext();
  };
  let latest = Promise.resolve();
  return {
    port: () => present.port,
    reset() {
      latest = latest.catch(() => undefined).then(reset);
      return latest;
    },
    async close() {
      await latest.catch(() => undefined);
      const both = [present.close(), next.then(({ close }) => close())];
      await Promise.allSettled([...both, ...closing]);
    },
  };
}

/**
 * Requests that were sent before a reset must reach the former store. In the first of these turns the web reads them
 * and connects to the API, and in the second one the API accepts that.
 */
async function arrivedRequests() {
  for (let turn = 0; turn < 4; turn++) await nextTurn();
}
