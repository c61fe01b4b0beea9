import type { Server } from 'node:http';
import { continueWhenRead } from './connections/expect-continue.ts';
import { closeLingering } from './connections/lingering-close.ts';
import { answerUnreadable, type UnreadableOptions } from './malformed/malformed-request.ts';
import { endSlowReaders } from './slow-clients/slow-readers.ts';

/** The time in which a client must take 64 KiB of its answers. The rest of them waits in memory. */
const readerLimitMs = 120_000;

/** Handles connections below the frameworks: unreadable and slow clients, `Expect`, and closing. */
export function guardConnections(
  server: Server,
  {
    readerTimeoutMs = readerLimitMs,
    ...unreadable
  }: { readerTimeoutMs?: number | undefined } & UnreadableOptions = {},
) {
  continueWhenRead(server);
  closeLingering(server);
  endSlowReaders(server, readerTimeoutMs);
  answerUnreadable(server, unreadable);
}
