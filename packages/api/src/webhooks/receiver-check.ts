import { setTimeout as pause } from 'node:timers/promises';
import { createGuard } from './addresses.ts';
import { hostOf } from './send.ts';

/** A request does not wait longer for a resolver. */
const patienceMs = 2_000;

/** Gives a function that says why a URL cannot be called now, if so. @param allow ranges in the house */
export function createReceiverCheck(allow: string[]): (url: string) => Promise<string | undefined> {
  const guard = createGuard(allow);
  return (url) => {
    const judged = guard(hostOf(url)).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    return Promise.race([judged, pause(patienceMs, undefined, { ref: false })]);
  };
}
