import type { ServerOptions } from 'node:http';

/** How long a request may take to arrive. */
const requestTimeoutMs = 60_000;

/**
 * Options for `createServer`. They limit the time in which a request must arrive. Requests that Node would ignore, or
 * answer without a body, reach the server instead.
 */
export const serverOptions = {
  requireHostHeader: false,
  // A request to change the protocol may be ignored (RFC 9110, section 7.8). Java's HttpClient sends one along with
  // whatever it asks for, and would wait for ever; and a connection that is handed over is closed by nobody.
  shouldUpgradeCallback: () => false,
  requestTimeout: requestTimeoutMs,
  headersTimeout: requestTimeoutMs,
  // Node looks for late requests every 30 s by default, so that each could take as much longer.
  connectionsCheckingInterval: 1_000,
} satisfies ServerOptions;
