import { auditLog, type Database } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';
import { sendError, sendJson } from '../http/response.ts';
import { withinPatience } from './store-metrics.ts';

type State = { isDraining: () => boolean; isFull: () => boolean };

/** `/healthz`: the process answers. `/readyz`: the store also answers, and the server is neither stopping nor full. */
export function registerHealth(app: FastifyInstance, db: Database, { isDraining, isFull }: State) {
  let asked: Promise<number> | undefined;
  /** Callers share one question, as they share the check: while the database does not answer, it holds a connection. */
  const lagSeconds = () => {
    asked ??= auditLog.lagSeconds(db).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  app.get('/healthz', { config: { isPublic: true } }, (_request, reply) =>
    sendJson(reply, 200, { status: 'ok' }),
  );
  app.get('/readyz', { config: { isPublic: true } }, async (request, reply) => {
    if (isDraining())
      return sendError(request, reply, notReady('this process is shutting down; use another one'));
    if (isFull())
      return sendError(request, reply, notReady('this process has been full for 5 seconds; use another one'));
    try {
      const [lag = 0] = await Promise.all([withinPatience(lagSeconds()), db.check()]);
      return sendJson(reply, 200, {
        status: 'ready',
        ...(lag > lagMaxSeconds && { details: [stalled(lag)] }),
      });
    } catch (cause) {
      request.log.error({ err: cause }, 'the store is not ready');
      const known = cause instanceof StoreError ? cause : undefined;
      return sendError(
        request,
        reply,
        known ?? notReady('the store cannot be read; see the log for the cause', cause),
      );
    }
  });
}

/** Reads and writes go on without the chain, so it makes nothing red. */
const lagMaxSeconds = 60;
const stalled = (lag: number) =>
  `the audit log stands still: an entry has waited for ${Math.floor(lag)} seconds, and events and webhooks wait with it; see the log for the cause`;

const notReady = (message: string, cause?: unknown) =>
  new StoreError('unavailable', message, { cause, headers: { 'Retry-After': '5' } });
