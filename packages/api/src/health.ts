import type { Database } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';
import { answerError, answerJson } from './answer.ts';

/** `/healthz`: the process answers. `/readyz`: and its store does, and it is not about to stop. */
export function registerHealth(app: FastifyInstance, db: Database, isLeaving: () => boolean) {
  app.get('/healthz', (_request, reply) => answerJson(reply, 200, { status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    if (isLeaving()) return answerError(request, reply, leaving());
    try {
      await db.check();
      return answerJson(reply, 200, { status: 'ready' });
    } catch (cause) {
      request.log.error({ err: cause }, 'the store is not ready');
      return answerError(request, reply, cause instanceof StoreError ? cause : notReadable(cause));
    }
  });
}

const leaving = () =>
  new StoreError('unavailable', 'this process is about to stop; ask another one', {
    headers: { 'Retry-After': '5' },
  });

const notReadable = (cause: unknown) =>
  new StoreError('unavailable', 'the store cannot be read now; the cause is in the log', {
    cause,
    headers: { 'Retry-After': '5' },
  });
