import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { errorJson, guard, hostHeaderProblem, serverOptions } from '@plant-store/http';
import { listenError } from '@plant-store/http/address';
import { StartError } from '@plant-store/schema/without-zod';
import { createApiForward, isForApi } from './api-forward.ts';
import { openCompressedAssets } from './compressed-assets.ts';
import { apiUrl, type Env, ownUrl } from './env.ts';
import { addForwardedHeaders } from './forwarded-headers.ts';
import { refusalOf, refusePost, reopenIfUpdated } from './refused-posts.ts';
import { type Handler, handleBy } from './request-handler.ts';

/** The time in which requests under way may end after the server begins to stop. */
const graceMs = 10_000;

const folder = join(import.meta.dirname, '../..');

/** The headers of every answer, except the API's answers, which have their own. */
const securityHeaders = new Map([
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
]);

/** With the port 0 the server listens on one that is free. @throws StartError if the build is missing or the address unusable */
export async function startWebServer(
  wanted: Env,
  { isDev }: { isDev: boolean },
): Promise<{ url: string; close(): Promise<void> }> {
  if (!isDev && !existsSync(join(folder, '.next/BUILD_ID')))
    throw new StartError('Its pages are not built yet; "npm start" builds them.');
  // In development, Next reloads pages over a WebSocket.
  const server = createServer({ ...serverOptions, ...(isDev && { shouldUpgradeCallback: isForNext }) });
  const { beginClosing } = guard(server);
  // The server listens before the pages are ready; requests wait for the pages.
  const { promise: handler, resolve: setHandler } = Promise.withResolvers<Handler>();
  server.on('request', handleBy(handler));
  const env = { ...wanted, WEB_PORT: await listen(server, wanted) };
  const pages = await preparePages(server, env, isDev);
  const forward = createApiForward(apiUrl(env));
  // A development build is in another folder, without Brotli copies.
  const assets = isDev ? undefined : await openCompressedAssets(join(folder, '.next/static'));
  setHandler((request, response) => {
    const problem = hostHeaderProblem(request);
    if (problem) return refuse(response, problem);
    addForwardedHeaders(request);
    if (isForApi(request)) return forward(request, response);
    response.setHeaders(securityHeaders);
    if (assets?.isFor(request)) return assets.send(request, response);
    const refusal = refusalOf(request);
    if (refusal) return refusePost(response, refusal);
    if (!isForPage(request)) Object.assign(request, { method: 'GET', url: '/not-found' });
    reopenIfUpdated(request, response);
    return pages.handle(request, response);
  });
  return {
    url: ownUrl(env),
    async close() {
      beginClosing();
      forward.endFollowing();
      await close(server);
      await pages.close();
    },
  };
}

const isForNext = ({ url = '' }: IncomingMessage) => url.startsWith('/_next/');

function refuse(response: ServerResponse, problem: string) {
  const body = errorJson('badRequest', problem);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(400, headers).end(body);
}

/** True if Next can parse the method and the path. Next would fail on others. */
function isForPage({ method = '', url = '' }: IncomingMessage): boolean {
  if (!['GET', 'HEAD', 'POST'].includes(method) || !url.startsWith('/')) return false;
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname) !== '';
  } catch {
    return false;
  }
}

async function preparePages(httpServer: Server, env: Env, isDev: boolean) {
  // Next reads these two variables when it is loaded.
  const NODE_ENV = isDev ? 'development' : 'production';
  Object.assign(process.env, { NODE_ENV, NEXT_TELEMETRY_DISABLED: '1' });
  // After an action, Next requests the next page from itself for its answer. Without this setting it would use TLS
  // behind a TLS proxy, but this server has no TLS.
  process.env.__NEXT_PRIVATE_ORIGIN = ownUrl(env);
  const { default: next } = await import('next');
  const app = next({ dev: isDev, dir: folder, hostname: env.HOST, port: env.WEB_PORT, httpServer });
  await app.prepare();
  return { handle: app.getRequestHandler() as Handler, close: () => app.close() };
}

/** Gives the port. */
async function listen(server: Server, { HOST, WEB_PORT }: Env): Promise<number> {
  try {
    await once(server.listen({ port: WEB_PORT, host: HOST }), 'listening');
    return (server.address() as AddressInfo).port;
  } catch (cause) {
    throw listenError(cause, HOST, 'WEB_PORT', WEB_PORT);
  }
}

async function close(server: Server) {
  const closed = once(server, 'close');
  server.close();
  const end = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(end);
}
