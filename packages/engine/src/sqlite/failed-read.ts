import { diskFaultKind, withReadFaults } from '../files/fault.ts';
import type { Query, Shape } from './connection/prepared-statements.ts';
import type { ReadLong } from './reader/long-reader.ts';

type Run = (query: Query, shape?: Shape) => unknown;

export function rememberFailedRead(run: Run) {
  let failed: (() => unknown) | undefined;

  function remember(cause: unknown, again: () => unknown) {
    if (diskFaultKind(cause)) failed = again;
  }

  return {
    run(query: Query, shape?: Shape) {
      try {
        return run(query, shape);
      } catch (cause) {
        remember(cause, () => run(query, shape));
        throw cause;
      }
    },
    watch:
      (read: ReadLong): ReadLong =>
      (name, input, caller) =>
        read(name, input, caller).catch((error) => {
          remember(error.cause, () => read(name, input));
          throw error;
        }),
    /** Tries the failed read again, and forgets it once it succeeds. @throws StoreError for a fault */
    async repeat() {
      const again = failed;
      await withReadFaults(() => again?.());
      if (failed === again) failed = undefined;
    },
  };
}
