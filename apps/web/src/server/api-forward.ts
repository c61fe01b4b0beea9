import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { Stream } from 'node:stream';
import { awaitsContinue, errorJson, letTakeTime, mustClose, prefixIn } from '@plant-store/http';
import compression from 'compression';
import { createProxyServer } from 'http-proxy-3';

const prefix = '/api';

/**
 * Passes requests under `/api/` on to the API. Both bodies are streamed, and neither has a limit. `X-Forwarded-Prefix`
 * tells the API of `/api`, after the prefix that a proxy before this one removed: the addresses in its answers begin
 * with it.
 */
export function createApiForward(target: string) {
  // toProxy: the path goes on as it came, and is not put in order first, which some cannot be.
  const proxy = createProxyServer({ target, toProxy: true });
  proxy.on('error', (_error, _request, response) => {
    if (response instanceof ServerResponse) answerUnavailable(response);
    else response.destroy();
  });
  proxy.on('proxyReq', (toApi, request) => {
    // The API must see the head at once: it may refuse the request, or time it out, before any of the body arrives.
    if (!request.complete) toApi.flushHeaders();
  });
  proxy.on('proxyRes', ({ headers }, request, response) => {
    // The API closes its connection after each answer. The client's one closes only where it or its request needs that.
    headers.connection = response.shouldKeepAlive && !mustClose(request) ? 'keep-alive' : 'close';
    // The API answers before the end of a body only if it wants no more of it.
    if (!request.complete) request.unpipe().resume();
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    // What concerns this connection alone goes no further (RFC 9110, section 7.6.1), nor comes back.
    delete request.headers.connection;
    delete request.headers.upgrade;
    // The API sees to it that a file goes on coming.
    response.once('close', letTakeTime(request));
    const options = awaitsContinue(request) ? { buffer: bodyOnDemand(request) } : {};
    request.headers['x-forwarded-prefix'] = prefixIn(request.headers['x-forwarded-prefix']) + prefix;
    request.url = request.url?.slice(prefix.length).replace(/^(?!\/)/, '/');
    compress(request, response, () => proxy.web(request, response, options));
  };
}

/**
 * Compresses what pages read. Answers of REST stay as they are: the ETag of a plant is a strong one, and names the bytes
 * of one representation (RFC 9110, section 8.8.3.3). Answers to changes stay too: some have a secret in them.
 */
const compress = compression({
  filter: ({ method, url = '' }, response) =>
    method === 'GET' &&
    url.startsWith('/trpc/') &&
    String(response.getHeader('content-type')).startsWith('application/json'),
});

/** The body of a request whose client waits for 100 Continue: it is read as soon as the API says that. */
function bodyOnDemand(request: IncomingMessage): Stream {
  return Object.assign(new Stream(), {
    pipe: (toApi: ClientRequest) => toApi.once('continue', () => request.pipe(toApi)),
  }) as Stream;
}

/** Whether the path is the API's: `/api/` and what is below it. */
export const isForApi = ({ url = '' }: IncomingMessage) => /^\/api(?=[/?]|$)/.test(url);

function answerUnavailable(response: ServerResponse) {
  // Half an answer is under way: only cutting it off tells the caller that it is not whole.
  if (response.headersSent) return void response.destroy();
  const message = 'the store cannot be reached now; try again in a few seconds';
  response
    .writeHead(503, { 'content-type': 'application/json', 'retry-after': '2', 'cache-control': 'no-store' })
    .end(errorJson('unavailable', message));
}
