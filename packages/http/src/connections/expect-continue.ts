import type { IncomingMessage, Server } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Continues when the body is read: a request that is refused before gets only its final answer (RFC 9110, 10.1.1).
 * Unknown expectations are ignored; Node would answer them without a body.
 */
export function delayContinue(server: Server) {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    // Every way to read a stream adds one of these listeners; dropping the body with `resume` adds none.
    request.on('newListener', (event) => {
      if (event !== 'data' && event !== 'readable') return;
      if (waiting.delete(request) && !response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Whether the client waits for `100 Continue` before it sends the body. */
export const awaitsContinue = (request: IncomingMessage): boolean => waiting.has(request);
