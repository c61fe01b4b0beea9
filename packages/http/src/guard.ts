import type { Server } from 'node:http';
import { openConnections } from './connections/connection.ts';
import { delayContinue } from './connections/expect-continue.ts';
import { gracefulShutdown } from './connections/graceful-shutdown.ts';
import { enableLingeringClose } from './connections/lingering-close.ts';
import { answerMalformedRequests, type MalformedOptions } from './malformed/malformed-request.ts';
import { disconnectSlowReaders } from './slow-clients/slow-readers.ts';

/** A client that reads less than 64 KiB of its waiting answers in this time is disconnected. */
const readerLimitMs = 120_000;

/**
 * Handles connections below the frameworks: unreadable and slow clients, `Expect`, and closing. Returns the function to
 * call just before `server.close()`.
 */
export function protectServer(
  server: Server,
  {
    readerTimeoutMs = readerLimitMs,
    ...unreadable
  }: { readerTimeoutMs?: number | undefined } & MalformedOptions = {},
): () => void {
  const open = openConnections(server);
  delayContinue(server);
  enableLingeringClose(server);
  disconnectSlowReaders(server, open, readerTimeoutMs);
  answerMalformedRequests(server, unreadable);
  return gracefulShutdown(server, open);
}
