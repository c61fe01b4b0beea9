import type { IncomingMessage, ServerOptions } from 'node:http';

/** For `createServer`: what Node would leave without an answer, or answer without a body, is left to the server. */
export const serverOptions = {
  requireHostHeader: false,
  // A request to change the protocol may be ignored (RFC 9110, section 7.8). Java's HttpClient sends one along with
  // whatever it asks for, and would wait for ever; and a connection that is handed over is closed by nobody.
  shouldUpgradeCallback: () => false,
} satisfies ServerOptions;

/** Whether a request must be refused for having no `Host` (RFC 9112, section 3.2). */
export const isWithoutHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;
