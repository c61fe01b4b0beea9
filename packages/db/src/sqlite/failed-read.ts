import { diskFaultKind } from '../files/fault.ts';
import type { Query, Shape } from './connection/prepared-statements.ts';

type Run = (query: Query, shape?: Shape) => unknown;

/** Runs reads, and remembers the last one that failed by a fault of the disk or the files. */
export function rememberFailedRead(run: Run) {
  let failed: (() => unknown) | undefined;
  return {
    run(query: Query, shape?: Shape) {
      try {
        return run(query, shape);
      } catch (cause) {
        if (diskFaultKind(cause)) failed = () => run(query, shape);
        throw cause;
      }
    },
    /** Tries the failed read again, and forgets it once it succeeds. @throws its error */
    repeat() {
      failed?.();
      failed = undefined;
    },
  };
}
