import type { Server } from 'node:http';
import { openConnections } from './connections/connection.ts';
import { delayContinue } from './connections/expect-continue.ts';
import { gracefulShutdown } from './connections/graceful-shutdown.ts';
import { enableLingeringClose } from './connections/lingering-close.ts';
import { createLoadShedding, type Shed } from './limits/load-shedding.ts';
import { answerMalformedRequests } from './malformed/malformed-request.ts';
import { disconnectSlowReaders } from './slow-clients/slow-readers.ts';

/** A client that reads less than 64 KiB of its waiting answers in this time is disconnected. */
const readerLimitMs = 120_000;

type GuardOptions = {
  readerTimeoutMs?: number | undefined;
  /** Called for each request that `admit` refuses, with the caller or network that has too much in progress. */
  onShed?: (shed: Shed, client?: string) => void;
};

/**
 * Guards a server below its framework: unreadable requests, slow clients, `Expect` and closing at once; overload by
 * `admit`, which its listener calls for each request. Call `beginClosing` just before `server.close()`.
 */
export function guard(
  server: Server,
  { readerTimeoutMs = readerLimitMs, onShed = () => undefined }: GuardOptions = {},
) {
  const open = openConnections(server);
  delayContinue(server);
  enableLingeringClose(server);
  disconnectSlowReaders(server, open, readerTimeoutMs);
  answerMalformedRequests(server);
  return { ...createLoadShedding(onShed), beginClosing: gracefulShutdown(server, open) };
}

export type Guard = ReturnType<typeof guard>;
