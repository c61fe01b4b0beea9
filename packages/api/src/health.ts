import { assertReadable, type Database } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';
import { answerError, answerJson } from './answer.ts';

/** `/healthz`: the process answers. `/readyz`: and its store does. */
export function registerHealth(app: FastifyInstance, db: Database) {
  app.get('/healthz', (_request, reply) => answerJson(reply, 200, { status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await assertReadable(db);
      return answerJson(reply, 200, { status: 'ready' });
    } catch (cause) {
      request.log.error({ err: cause }, 'the store cannot be read');
      const headers = { 'Retry-After': '5' };
      return answerError(
        request,
        reply,
        new StoreError('unavailable', 'the store cannot be read now; the cause is in the log', {
          cause,
          headers,
        }),
      );
    }
  });
}
