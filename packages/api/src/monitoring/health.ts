import type { Database } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';
import { sendError, sendJson } from '../http/response.ts';

type State = { isDraining: () => boolean; isFull: () => boolean };

/** `/healthz`: the process answers. `/readyz`: the store also answers, and the server is neither stopping nor full. */
export function registerHealth(app: FastifyInstance, db: Database, { isDraining, isFull }: State) {
  app.get('/healthz', { config: { isPublic: true } }, (_request, reply) =>
    sendJson(reply, 200, { status: 'ok' }),
  );
  app.get('/readyz', { config: { isPublic: true } }, async (request, reply) => {
    if (isDraining())
      return sendError(request, reply, notReady('this process is shutting down; use another one'));
    if (isFull())
      return sendError(request, reply, notReady('this process has been full for 5 seconds; use another one'));
    try {
      await db.check();
      return sendJson(reply, 200, { status: 'ready' });
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

const notReady = (message: string, cause?: unknown) =>
  new StoreError('unavailable', message, { cause, headers: { 'Retry-After': '5' } });
