import { waitTimeoutMs } from '../../core/waiting.ts';
import { isLocked, lockedByOther } from '../../files/fault.ts';
import type { Inbox, PendingWrite } from './inbox.ts';
import type { WriterRequest } from './messages.ts';

// A write waits for the lock of another program here. Long work waits in long-work.ts, between other writes.

const waitSeconds: Partial<Record<WriterRequest['kind'], number>> = { touch: 0, long: 5 * 60 };

/** Until when a request waits, by `process.uptime`, which all threads share. */
export const deadlineOf = (kind: WriterRequest['kind']): number =>
  process.uptime() + (waitSeconds[kind] ?? waitTimeoutMs / 1_000);

/** Gives the writes with deadlines in the future, also those that arrived meanwhile, and refuses the others. */
export function waitForLock(
  writes: PendingWrite[],
  inbox: Inbox,
  { begin, refuse }: { begin(): unknown; refuse(writes: PendingWrite[], cause: unknown): void },
): PendingWrite[] {
  let waiting = writes;
  while (waiting.length > 0) {
    try {
      begin();
      return waiting;
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      const all = [...waiting, ...inbox.takeWrites(Number.POSITIVE_INFINITY)];
      const now = process.uptime();
      waiting = all.filter(({ deadline }) => deadline > now);
      const expired = all.filter(({ deadline }) => deadline <= now);
      refuse(expired, lockedByOther(cause));
    }
  }
  return [];
}
