import type { ServerOptions } from 'node:http';

const requestTimeoutMs = 60_000;

/**
 * The time for which an idle connection stays open, as in Fastify. A proxy must close it first, as nginx and most load
 * balancers do after 60 s. Otherwise a request that it sends meanwhile is lost.
 */
const keepAliveTimeoutMs = 72_000;

/**
 * Options for `createServer`. They limit the time in which a request must arrive, and that of an idle connection. They
 * pass requests to the server that Node would ignore or answer without a body.
 */
export const serverOptions = {
  requireHostHeader: false,
  // An upgrade request may be ignored (RFC 9110, section 7.8). Java's HttpClient sends one with every request and would
  // wait forever for an answer. Also, nothing would close an upgraded connection.
  shouldUpgradeCallback: () => false,
  requestTimeout: requestTimeoutMs,
  headersTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  // By default Node looks for late requests only every 30 s.
  connectionsCheckingInterval: 1_000,
} satisfies ServerOptions;
