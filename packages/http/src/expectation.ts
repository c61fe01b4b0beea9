import type { IncomingMessage, Server } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Answers `Expect: 100-continue` as soon as somebody begins to read the body, which is after all checks that need no
 * body. A request that is refused before gets its final answer alone (RFC 9110, section 10.1.1), and Node closes the
 * connection then. An expectation that is not known is ignored; Node would answer it without a body.
 */
export function continueWhenRead(server: Server) {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    // All ways to read a stream listen to one of the two; only dropping it does not.
    request.on('newListener', (event) => {
      if (event !== 'data' && event !== 'readable') return;
      if (waiting.delete(request) && !response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Whether the client holds the body back until it is told to send it. */
export const awaitsContinue = (request: IncomingMessage): boolean => waiting.has(request);
