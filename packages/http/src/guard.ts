import type { Server } from 'node:http';
import { delayContinue } from './connections/expect-continue.ts';
import { enableLingeringClose } from './connections/lingering-close.ts';
import { answerMalformedRequests, type MalformedOptions } from './malformed/malformed-request.ts';
import { disconnectSlowReaders } from './slow-clients/slow-readers.ts';

/** A client that reads less than 64 KiB of its waiting answers in this time is disconnected. */
const readerLimitMs = 120_000;

/** Handles connections below the frameworks: unreadable and slow clients, `Expect`, and closing. */
export function guardConnections(
  server: Server,
  {
    readerTimeoutMs = readerLimitMs,
    ...unreadable
  }: { readerTimeoutMs?: number | undefined } & MalformedOptions = {},
) {
  delayContinue(server);
  enableLingeringClose(server);
  disconnectSlowReaders(server, readerTimeoutMs);
  answerMalformedRequests(server, unreadable);
}
