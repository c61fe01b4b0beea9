import type { ServerOptions } from 'node:http';

const requestTimeoutMs = 60_000;

/** A proxy must close idle connections first, as nginx and most others do after 60 s: a request would be lost. */
const keepAliveTimeoutMs = 72_000;

export const serverOptions = {
  requireHostHeader: false,
  // Java's HttpClient asks for an upgrade in each request, and would wait forever (RFC 9110, section 7.8).
  shouldUpgradeCallback: () => false,
  requestTimeout: requestTimeoutMs,
  headersTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  // By default Node looks for late requests only every 30 s.
  connectionsCheckingInterval: 1_000,
} satisfies ServerOptions;
