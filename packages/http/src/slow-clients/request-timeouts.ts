import type { ServerOptions } from 'node:http';

/** The time in which a request must arrive. */
const requestTimeoutMs = 60_000;

/**
 * Options for `createServer`. They limit the time in which a request must arrive. They pass requests to the server that
 * Node would ignore or answer without a body.
 */
export const serverOptions = {
  requireHostHeader: false,
  // An upgrade request may be ignored (RFC 9110, section 7.8). Java's HttpClient sends one with every request and would
  // wait forever for an answer. Also, nothing would close an upgraded connection.
  shouldUpgradeCallback: () => false,
  requestTimeout: requestTimeoutMs,
  headersTimeout: requestTimeoutMs,
  // By default Node looks for late requests only every 30 s.
  connectionsCheckingInterval: 1_000,
} satisfies ServerOptions;
