import type { Server } from 'node:http';
import { openConnections } from './connections/connection.ts';
import { delayContinue } from './connections/expect-continue.ts';
import { gracefulShutdown } from './connections/graceful-shutdown.ts';
import { enableLingeringClose } from './connections/lingering-close.ts';
import { createLoadShedding, type Shed } from './limits/load-shedding.ts';
import { answerMalformedRequests } from './malformed/malformed-request.ts';
import { disconnectSlowReaders } from './slow-clients/slow-readers.ts';

const readerLimitMs = 120_000;

type GuardOptions = {
  readerTimeoutMs?: number | undefined;
  onShed?: (shed: Shed, client?: string) => void;
};

/** The listener of the server calls `admit` for each request. Call `beginClosing` just before `server.close()`. */
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
