import { mayTakeTime } from '@plant-store/http';
import type { FastifyInstance } from 'fastify';

/** For how long a client may take nothing of its answers, with all that waits behind them in memory. */
export const silenceMs = 120_000;

/** The silence is the client's from its answer on: what a request asks for, as of a million plants, may take longer. */
export function countSilence(app: FastifyInstance) {
  app.addHook('preHandler', ({ socket }, _reply, done) => {
    socket.setTimeout(0);
    done();
  });
  app.addHook('onSend', ({ socket }, _reply, _payload, done) => {
    // An answer may begin long before its end, and tell how far the work is.
    if (!mayTakeTime(socket)) socket.setTimeout(app.server.timeout);
    done();
  });
}
